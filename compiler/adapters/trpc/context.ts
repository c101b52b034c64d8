import type { Json } from '@tool/ir';
import { defineHostType, type Call, type HostType, type Observation, type Transfer, type Value } from '@tool/scanner-sdk';

/** The name under which procedures find their context. */
export const CONTEXT = 'ctx';

/** `createContext` of a server, and what it is given: Node's request, or a request of the web and Hono's context. */
export interface MadeContext {
  readonly create: Value;
  readonly by: 'node' | 'hono';
}

/** What metadata says of where a procedure is served, and for documents: middlewares look whether it says so, not what. */
const OF_PLACES: ReadonlySet<string> = new Set([
  'path',
  'method',
  'summary',
  'description',
  'tags',
  'operationId',
  'example',
  'deprecated',
]);
const withoutPlaces = (value: Json | undefined): Json | undefined =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).filter(([name]) => !OF_PLACES.has(name)))
    : value;

/** A value that is the same for procedures whose middlewares find the same: in this form, with alike metadata and the same context. */
export function sameFor(call: Call, form: string, meta: Value, made: MadeContext | null): Value {
  const of = made?.create ?? nobody;
  const known = keys.get(of) ?? new Map<unknown, Value>();
  keys.set(of, known);
  const said = meta.kind === 'object' && !call.isOpen(meta) ? call.json(meta) : undefined;
  const members = said && typeof said === 'object' && !Array.isArray(said) ? said : undefined;
  const key = members
    ? `${form} ${JSON.stringify({ ...members, ...('openapi' in members && { openapi: withoutPlaces(members.openapi) }) })}`
    : meta.kind === 'object'
      ? meta
      : form;
  const value = known.get(key) ?? call.record({});
  known.set(key, value);
  return value;
}
const nobody = {};
const keys = new WeakMap<object, Map<unknown, Value>>();

/** The context of a procedure: what middlewares have made of it, else what `createContext` gives for a request. */
export function contextOf(call: Call, seen: Observation, made: MadeContext | null): Value {
  const left = seen.left(CONTEXT);
  if (left) return left;
  if (!made) return seen.incoming('context', [CONTEXT]);
  return call.awaited(call.invoke(made.create, made.by === 'hono' ? givenByHono(call, seen) : givenByNode(call, seen)));
}

/** `createContext({ req, res, info })`. */
function givenByNode(call: Call, seen: Observation): readonly Value[] {
  const req = call.record({ headers: seen.incoming('header'), cookies: seen.incoming('cookie') });
  call.markOpen?.(req);
  return [call.record({ req, res: call.unknown('a response'), info: call.unknown('what is called') })];
}

/** Of a request as procedures of Hono see it. */
interface Exchange {
  readonly seen: Observation;
}

const member =
  (type: () => HostType<Exchange>, what: string, read: (call: Call, seen: Observation, name: string) => Value | undefined): Transfer =>
  (call) => {
    const seen = call.data(call.receiver, type())?.seen;
    const name = call.args[0] ? call.text(call.args[0]) : null;
    return (seen && name !== null ? read(call, seen, name) : undefined) ?? call.unknown(what);
  };

const PROTOCOL = ['then', 'constructor', 'toJSON'];
/** A kind of object of which some members are known, and others may be there. */
const partly = (name: string, methods: Readonly<Record<string, Transfer>> = {}): HostType<Exchange> =>
  defineHostType<Exchange>({
    name,
    inert: true,
    methods,
    missing: (call, key) => (PROTOCOL.includes(key) ? undefined : call.unknown(`${key} of ${name}`)),
  });

const header = (_call: Call, seen: Observation, name: string): Value => seen.incoming('header', [name.toLowerCase()]);
const headersType = partly('Headers', { get: member(() => headersType, 'a header', header) });
const webRequestType = partly('Request');
const requestType = partly('HonoRequest', { header: member(() => requestType, 'a header', header) });
const contextType = partly('Context', {
  get: member(
    () => contextType,
    'a variable',
    (_call, seen, name) => seen.left(name),
  ),
  set: () => undefined,
  header: () => undefined,
});

/** `createContext({ req, resHeaders, info }, c)`. */
function givenByHono(call: Call, seen: Observation): readonly Value[] {
  const raw = call.host(webRequestType, { seen }, { headers: call.host(headersType, { seen }) });
  const context = call.host(contextType, { seen }, { req: call.host(requestType, { seen }, { raw }) });
  return [call.record({ req: raw, resHeaders: call.unknown('headers of a response'), info: call.unknown('what is called') }), context];
}
