import { functions, type Call, type Observation, type Value } from '@tool/scanner-sdk';

/** The name under which procedures find their context. */
export const CONTEXT = 'ctx';

/** `createContext` of a server, and what it is given: Node's request, or a request of the web and Hono's context. */
export interface MadeContext {
  readonly create: Value;
  readonly by: 'node' | 'hono';
}

/** The context of a procedure: what middlewares have made of it, else what `createContext` gives for a request. */
export function contextOf(call: Call, seen: Observation, made: MadeContext | null): Value {
  const left = seen.left(CONTEXT);
  if (left) return left;
  if (!made) return seen.incoming('context', [CONTEXT]);
  return call.awaited(call.invoke(made.create, made.by === 'hono' ? givenByHono(call, seen) : givenByNode(call, seen)));
}

/** `createContext({ req, res, info })`. */
function givenByNode(call: Call, seen: Observation): readonly Value[] {
  const req = open(call, { headers: seen.incoming('header'), cookies: seen.incoming('cookie') });
  return [call.record({ req, res: call.unknown('a response'), info: call.unknown('what is called') })];
}

/** `createContext({ req, resHeaders, info }, c)`. */
function givenByHono(call: Call, seen: Observation): readonly Value[] {
  const headers = open(
    call,
    functions(call, {
      get: (inner) => named(inner, (name) => seen.incoming('header', [name.toLowerCase()]), 'a header'),
    }),
  );
  const raw = open(call, { headers });
  const context = open(call, {
    req: open(call, {
      raw,
      ...functions(call, {
        header: (inner) =>
          inner.args.length === 0
            ? seen.incoming('header')
            : named(inner, (name) => seen.incoming('header', [name.toLowerCase()]), 'a header'),
      }),
    }),
    ...functions(call, {
      get: (inner) => named(inner, (name) => seen.left(name) ?? inner.unknown(`${name} of a context`), 'a variable'),
      set: () => undefined,
      header: () => undefined,
    }),
  });
  return [call.record({ req: raw, resHeaders: call.unknown('headers of a response'), info: call.unknown('what is called') }), context];
}

function open(call: Call, members: Readonly<Record<string, Value>>): Value {
  const record = call.record(members);
  call.markOpen?.(record);
  return record;
}

function named(call: Call, read: (name: string) => Value, what: string): Value {
  const name = call.args[0] ? call.text(call.args[0]) : null;
  return name === null ? call.unknown(what) : read(name);
}
