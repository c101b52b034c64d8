import { functions, openModule, type Call, type ModuleModel, type Transfer, type Value } from '@tool/scanner-sdk';
import { observationOf, responseType } from './serve.js';

export const argument = (call: Call, index: number): Value => call.args[index] ?? call.const(undefined);

/** A cookie's name; of names that differ in what browsers demand of secure ones (`__Secure-id`, `id`), the one that demands nothing. */
function nameOf(call: Call, value: Value): string | null {
  const names = call.alternatives(value).map((name) => call.text(name));
  const short = names.reduce((a, b) => (a !== null && b !== null && b.length < a.length ? b : a), names[0] ?? null);
  const isSame = names.every((name) => name?.replace(/^__(?:Secure|Host)-/, '') === short);
  return isSame ? short : call.text(value);
}

/** `getCookie(c, name?)`, `getSignedCookie(c, secret, name?)`: without a name all cookies. */
const cookie =
  (at: number, wrap: (call: Call, value: Value) => Value): Transfer =>
  (call) => {
    const seen = observationOf(call, call.args[0]);
    const given = argument(call, at);
    const name = nameOf(call, given);
    if (name === null && (!seen || !call.isUndefined(given))) return wrap(call, call.unknown('a cookie'));
    // A context that stands for Hono's in what another package makes of a request: its headers say what the cookies are.
    if (!seen) return wrap(call, call.cookieOf?.(cookieHeader(call, argument(call, 0)), name!) ?? call.unknown('a cookie'));
    return wrap(call, seen.incoming('cookie', name === null ? [] : [name], at > 1));
  };

/** The header `cookie` of `c.req.raw`. */
function cookieHeader(call: Call, context: Value): Value {
  const headers = ['req', 'raw', 'headers'].reduce(
    (at, name) => (at.kind === 'object' ? call.get(at, name) : call.const(undefined)),
    context,
  );
  const get = headers.kind === 'object' ? call.get(headers, 'get') : headers;
  return call.isFunction(get) ? call.invoke(get, [call.const('cookie')], headers) : headers;
}

const plain = (_call: Call, value: Value): Value => value;
export const promised = (call: Call, value: Value): Value => call.promise?.(value) ?? value;

/** `hono/cookie`. What is set goes with the answer and is no part of the request. */
export const cookieModule: ModuleModel = (realm) =>
  openModule(
    realm,
    'hono/cookie',
    functions(realm, {
      getCookie: cookie(1, plain),
      getSignedCookie: cookie(2, promised),
      deleteCookie: cookie(1, plain),
      setCookie: () => undefined,
      setSignedCookie: (call) => promised(call, call.const(undefined)),
    }),
  );

/** `streamSSE(c, run)` and its relatives answer 200 at once; what they write then has no known shape. */
const stream =
  (contentType: string | null): Transfer =>
  (call) => {
    observationOf(call, call.args[0])?.answer(call, { status: 200, ...(contentType !== null && { contentType }) });
    return call.host(responseType, null);
  };

/** `hono/streaming`. */
export const streamingModule: ModuleModel = (realm) =>
  openModule(
    realm,
    'hono/streaming',
    functions(realm, { stream: stream(null), streamText: stream('text/plain'), streamSSE: stream('text/event-stream') }),
  );

/** `hono/timing`: what is measured goes on as it is. */
export const timingModule: ModuleModel = (realm) =>
  openModule(
    realm,
    'hono/timing',
    functions(realm, {
      wrapTime: (call) => promised(call, call.args[2] ?? call.const(undefined)),
      startTime: () => undefined,
      endTime: () => undefined,
    }),
  );
