import { errorValue, type Observe, type Value } from '@tool/scanner-sdk';

/** The limiter throws what its `errorResponseBuilder` makes, else an error of its own: it goes through the program's handlers of errors. */
const limiter =
  (settings: Value): Observe =>
  (call, seen) => {
    const builder = settings.kind === 'object' ? call.get(settings, 'errorResponseBuilder') : call.const(undefined);
    const text = (what: string): Value => call.typed?.({ kind: 'string' }, what) ?? call.unknown(what);
    const context = (): Value =>
      call.record({
        statusCode: call.const(429),
        ban: call.const(false),
        after: text('a time'),
        max: call.typed?.({ kind: 'integer' }, 'a limit') ?? call.const(1),
        ttl: call.typed?.({ kind: 'integer' }, 'a time') ?? call.const(1),
      });
    const error =
      builder.kind === 'object' && call.isFunction(builder)
        ? call.awaited(call.invoke(builder, [call.unknown('a request'), context()]))
        : errorValue(call, 'Error', 'Rate limit exceeded', { statusCode: call.const(429) });
    for (const alternative of call.alternatives(error)) if (alternative.kind === 'object') seen.fail(call, alternative);
    seen.passOn();
  };

/** How a hook of a package is run, where it refuses requests in a way that is known. */
export const packageRefusal = (module: string, name: string, settings: Value): { readonly observe?: Observe } =>
  /^(?:@fastify\/|fastify-)rate-limit$/.test(module) && name === 'rateLimit' ? { observe: limiter(settings) } : {};
