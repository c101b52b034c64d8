import {
  admitsAnybody,
  admitted,
  errorValue,
  observeExtraction,
  observeFields,
  observeUpload,
  rememberedUser,
  type Observe,
  type Value,
} from '@tool/scanner-sdk';

/** The limiter throws what its `errorResponseBuilder` makes, else an error of its own: it goes through the program's handlers of errors. */
const limiter =
  (settings: Value): Observe =>
  (call, seen) => {
    const builder = settings.kind === 'object' ? call.get(settings, 'errorResponseBuilder') : call.const(undefined);
    const text = (what: string): Value => call.typed?.({ kind: 'string' }, what) ?? call.unknown(what);
    const context = (status: number): Value =>
      call.record({
        statusCode: call.const(status),
        ban: call.const(status === 403),
        after: text('a time'),
        max: call.typed?.({ kind: 'integer' }, 'a limit') ?? call.const(1),
        ttl: call.typed?.({ kind: 'integer' }, 'a time') ?? call.const(1),
      });
    // Who goes on asking is banned where the options say after how many times.
    const ban = settings.kind === 'object' ? call.constant(call.get(settings, 'ban')) : undefined;
    for (const status of typeof ban === 'number' && ban >= 0 ? [429, 403] : [429]) {
      const error = call.isFunction(builder)
        ? call.awaited(call.invoke(builder, [call.unknown('a request'), context(status)]))
        : errorValue(call, 'Error', 'Rate limit exceeded', { statusCode: call.const(status) });
      for (const alternative of call.alternatives(error)) if (alternative.kind === 'object') seen.fail(call, alternative);
    }
    seen.passOn();
  };

/** What @fastify/bearer-auth and @fastify/basic-auth refuse with: an error, unless their hook answers with what its options make of one. */
const unauthorized =
  (settings: Value | null): Observe =>
  (call, seen) => {
    const error = errorValue(call, 'Error', 'Unauthorized', { statusCode: call.const(401) });
    if (settings === null) seen.fail(call, error);
    else {
      const respond = settings.kind === 'object' ? call.get(settings, 'errorResponse') : call.const(undefined);
      const body = call.isFunction(respond) ? call.invoke(respond, [error]) : call.record({ error: call.get(error, 'message') });
      seen.answer(call, { status: 401, body, contentType: 'application/json' });
    }
    seen.passOn();
  };

/** How a hook of a package is run, where it refuses requests in a way that is known. */
export function packageRefusal(module: string, name: string, settings: Value): { readonly observe?: Observe } {
  if (/^(?:@fastify\/|fastify-)rate-limit$/.test(module) && name === 'rateLimit') return { observe: limiter(settings) };
  return name === 'verifyBearerAuth' ? { observe: unauthorized(settings) } : {};
}

/** `authenticate(names, options?, callback?)` of @fastify/passport: it leaves the user, or answers 401 unless it is told where to send the caller. */
const passport =
  (module: string, args: readonly Value[]): Observe =>
  (call, seen) => {
    const [strategies] = args;
    observeExtraction(call, seen, module, strategies);
    // With a callback the program answers.
    if (args.some((arg) => call.isFunction(arg))) {
      observeFields(call, seen, module, strategies);
      seen.passOn();
      return;
    }
    const isSession = strategies !== undefined && call.text(strategies) === 'session';
    const verdict = isSession ? null : admitted(call, seen, module, strategies);
    const user = isSession ? rememberedUser(call, module) : verdict?.user;
    if (user) seen.leave('user', user);
    if (!admitsAnybody(call, module, strategies) && verdict?.refuses !== false) {
      const [, options] = args;
      const isSet = (name: string): boolean => options?.kind === 'object' && call.truthy(call.get(options, name)) === true;
      const unauthorized = { statusCode: call.const(401) };
      if (isSet('failureRedirect')) seen.answer(call, { status: 302 });
      else if (isSet('failWithError')) seen.fail(call, errorValue(call, 'AuthenticationError', 'Unauthorized', unauthorized));
      else seen.answer(call, { status: 401, contentType: 'text/plain' });
    }
    seen.passOn();
  };

/** How a function of a package is run that a program uses as a hook. */
export function packageObserve(hook: Value): { readonly observe?: Observe } {
  if (hook.kind !== 'unknown' || !hook.provenance) return {};
  const { module, path, args } = hook.provenance;
  if (/^(?:@fastify\/|fastify-)(?:bearer|basic)-auth$/.test(module) && /^(?:verifyBearerAuth|basicAuth)$/.test(path))
    return { observe: unauthorized(null) };
  if (module === 'fastify-multer')
    return {
      observe: (call, seen) => {
        observeUpload(call, seen, path, args ?? []);
        seen.passOn();
      },
    };
  return /^(?:@fastify\/|fastify-)passport$/.test(module) && path.endsWith('authenticate()')
    ? { observe: passport(module, args ?? []) }
    : {};
}
