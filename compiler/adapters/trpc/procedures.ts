import { defineHostType, type Call, type HostType, type Transfer, type Value } from '@tool/scanner-sdk';

/** What `t.procedure.input(…).use(…)` has said so far. `wire`: how what is sent is written: as it is, in the envelope of superjson, or in a way that nobody knows. */
export interface Building {
  readonly inputs: readonly Value[];
  readonly middlewares: readonly Value[];
  readonly wire: 'plain' | 'superjson' | 'unknown';
  /** Errors have a form of the program's own. */
  readonly formatted: boolean;
  /** What middlewares find as \`meta\`. */
  readonly meta: Value;
  /** The schema of what it gives. */
  readonly output?: Value;
}

/** A query or mutation, with the call that made it: its place is the endpoint's. */
export interface Procedure extends Building {
  readonly kind: 'query' | 'mutation' | 'subscription';
  readonly resolver: Value;
  readonly caller: Call;
}

const argument = (call: Call, index: number): Value => call.args[index] ?? call.const(undefined);
export const procedureType: HostType<Procedure> = defineHostType<Procedure>({
  name: 'TrpcProcedure',
  module: '@trpc/server',
  inert: true,
  methods: {},
});

const builderOf = (call: Call): Building | null => call.data(call.receiver, builderType);
const more =
  (change: (call: Call, building: Building) => Partial<Building>): Transfer =>
  (call) => {
    const building = builderOf(call);
    return building ? call.host(builderType, { ...building, ...change(call, building) }) : call.receiver;
  };
const ended =
  (kind: Procedure['kind']): Transfer =>
  (call) => {
    const building = builderOf(call);
    return building
      ? call.host(procedureType, { ...building, kind, resolver: argument(call, 0), caller: call })
      : call.unknown('a procedure');
  };
/** A middleware, or several that `t.middleware(a).unstable_pipe(b)` has put together. */
const partsOf = (call: Call, value: Value): readonly Value[] => call.elements(call.get(value, PARTS)) ?? [value];
const PARTS = '#parts';

const builderType: HostType<Building> = defineHostType<Building>({
  name: 'TrpcBuilder',
  module: '@trpc/server',
  inert: true,
  methods: {
    input: more((call, { inputs }) => ({ inputs: [...inputs, argument(call, 0)] })),
    use: more((call, { middlewares }) => ({ middlewares: [...middlewares, ...partsOf(call, argument(call, 0))] })),
    concat: more((call, own) => joined(call, own, call.data(argument(call, 0), builderType))),
    unstable_concat: more((call, own) => joined(call, own, call.data(argument(call, 0), builderType))),
    output: more((call) => ({ output: argument(call, 0) })),
    meta: more((call, { meta }) => ({ meta: together(call, meta, argument(call, 0)) })),
    query: ended('query'),
    mutation: ended('mutation'),
    subscription: ended('subscription'),
  },
});
const joined = (call: Call, own: Building, other: Building | null): Partial<Building> =>
  other
    ? {
        inputs: [...own.inputs, ...other.inputs],
        middlewares: [...own.middlewares, ...other.middlewares],
        meta: together(call, own.meta, other.meta),
        ...(other.output && { output: other.output }),
      }
    : {};

/** Metadata that is said later goes over what was said before, member by member. */
function together(call: Call, before: Value, added: Value): Value {
  if (call.isUndefined(before)) return added;
  if (call.isUndefined(added)) return before;
  if (before.kind !== 'object' || added.kind !== 'object') return call.unknown('metadata');
  const record = call.record(Object.fromEntries([...(call.knownEntries?.(before) ?? []), ...(call.knownEntries?.(added) ?? [])]));
  if (call.isOpen(before) || call.isOpen(added)) call.markOpen?.(record);
  return record;
}

/** A router of procedures: a record whose members are procedures and routers. */
export const routerType: HostType<{ readonly members: Value }> = defineHostType<{ readonly members: Value }>({
  name: 'TrpcRouter',
  module: '@trpc/server',
  inert: true,
  methods: { createCaller: (call) => call.unknown('a caller of procedures') },
});
const makeRouter: Transfer = (call) => {
  const members = argument(call, 0);
  return call.host(
    routerType,
    { members },
    Object.fromEntries((members.kind === 'object' ? (call.knownEntries?.(members) ?? []) : []).filter(([name]) => name !== 'createCaller')),
  );
};

/** `mergeRouters(a, b)`: the members of all. */
const mergeRouters: Transfer = (call) => {
  const members = call.record({});
  for (const each of call.args) for (const [name, value] of membersOf(call, each)) call.set(members, name, value);
  return call.host(routerType, { members });
};
export const membersOf = (call: Call, value: Value): readonly (readonly [string, Value])[] => {
  const data = call.data(value, routerType);
  const from = data ? data.members : value;
  return from.kind === 'object' ? (call.knownEntries?.(from) ?? []) : [];
};

/** `t.middleware(fn)`: the function, which can be piped into another. */
const middleware: Transfer = (call) => {
  const fn = argument(call, 0);
  const pipe = (parts: readonly Value[]): Value => {
    const made = call.record({ [PARTS]: call.list(parts) });
    for (const name of ['pipe', 'unstable_pipe'])
      call.set(
        made,
        name,
        call.fn(name, (inner) => pipe([...parts, ...partsOf(inner, argument(inner, 0))])),
      );
    return made;
  };
  return pipe([fn]);
};

/** `initTRPC.context<C>().meta<M>().create(options)`. */
export function initialiser(call: Call): Value {
  const self = call.record({});
  const same = call.fn('with', () => self);
  for (const name of ['context', 'meta']) call.set(self, name, same);
  call.set(self, 'create', call.fn('create', create));
  return self;
}

const create: Transfer = (call) => {
  const options = argument(call, 0);
  const option = (name: string): Value => (options.kind === 'object' ? call.get(options, name) : call.const(undefined));
  const transformer = option('transformer');
  const wire = call.isUndefined(transformer)
    ? 'plain'
    : transformer.kind === 'unknown' && transformer.provenance?.module === 'superjson'
      ? 'superjson'
      : 'unknown';
  const procedure = call.host(builderType, {
    inputs: [],
    middlewares: [],
    wire,
    formatted: !call.isUndefined(option('errorFormatter')),
    meta: option('defaultMeta'),
  });
  return call.record({
    procedure,
    router: call.fn('router', makeRouter),
    mergeRouters: call.fn('mergeRouters', mergeRouters),
    middleware: call.fn('middleware', middleware),
    createCallerFactory: call.fn('createCallerFactory', (inner) => inner.unknown('a maker of callers')),
  });
};
