import type { Call, Emit, Value } from '@tool/scanner-sdk';
import type { Exchange } from './arguments.js';
import { catchingErrors } from './respond.js';

/** The server a library puts its controllers on. */
export type Platform = 'express' | 'koa';

/** What a handler of the platform was called with; null for a call that is none. */
export function exchangeOf(call: Call, platform: Platform): Exchange | null {
  if (platform === 'koa') return call.args[0] && call.args[1] ? koaExchange(call, call.args[0], call.args[1]) : null;
  const [request, response, next] = call.args;
  return request && response && next ? { request, response, next } : null;
}

/**
 * Runs something, and what becomes of each error that it may end with. Express is told at once; on Koa an answer is what the context holds in the end, so that
 * each error is a way of its own beside the others, taken instead of `otherwise`.
 */
export function settled(
  call: Call,
  emit: Emit,
  platform: Platform,
  run: () => void,
  failed: (error: Value) => void,
  otherwise: () => void = () => undefined,
): void {
  if (platform === 'express') {
    catchingErrors(call, run, failed);
    otherwise();
    return;
  }
  const errors: Value[] = [];
  catchingErrors(call, run, (error) => {
    errors.push(error);
  });
  const ways = [call.const(null), ...errors];
  emit.branch(ways.length > 1 && call.oneOf ? call.oneOf(ways, 'what is thrown') : ways[0]!, (way) => {
    if (way === ways[0]) otherwise();
    else failed(way);
  });
}

/** Koa's context, under the names that Express has for the same. */
function koaExchange(call: Call, context: Value, next: Value): Exchange {
  const get = (name: string): Value => call.get(context, name);
  const request = call.record({
    body: call.get(get('request'), 'body'),
    query: get('query'),
    params: get('params'),
    headers: get('headers'),
    cookies: call.unknown('cookies'),
  });
  const setting = (name: string): Value =>
    call.fn(name, (at) => {
      at.set(context, name, at.args[0] ?? at.const(undefined));
    });
  const body = setting('body');
  const response = call.record({
    statusCode: call.const(undefined),
    status: setting('status'),
    json: body,
    send: body,
    redirect: call.fn('redirect', (at) => {
      at.invoke(at.get(context, 'redirect'), at.args, context);
    }),
    render: call.fn('render', (at) => {
      at.set(context, 'body', at.typed?.({ kind: 'string' }, 'a page') ?? at.unknown('a page'));
    }),
  });
  return { request, response, next, context };
}
