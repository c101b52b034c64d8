import type { Value } from '@tool/scanner-sdk';
import type { Evaluator } from '../evaluator.js';
import { isMember } from '../language/operators.js';
import { iterate } from '../values/iterate.js';
import type { ProxyTraps } from '../values/properties.js';
import { Obj, UNDEFINED, bool, isNullish, unknown, type Native, type Site } from '../values/values.js';
import type { Define } from './making.js';

/** `Reflect`, with the tables of `reflect-metadata`. */
export function installReflect(evaluator: Evaluator, objectConstructor: Value, define: Define): Obj {
  const reflect = evaluator.object();
  define(reflect, 'ownKeys', (ev, _self, args, site) =>
    ev.call(
      ev.get(objectConstructor, 'getOwnPropertyNames', ev.contextOf(site), site.node),
      UNDEFINED,
      args,
      ev.contextOf(site),
      site.node,
    ),
  );
  define(reflect, 'get', (ev, _self, args, site) => {
    const key = ev.key(args[1] ?? UNDEFINED);
    return key === null ? unknown('a member') : ev.get(args[0] ?? UNDEFINED, key, ev.contextOf(site), site.node);
  });
  define(reflect, 'set', (ev, _self, args, site) => {
    const key = ev.key(args[1] ?? UNDEFINED);
    if (key === null) ev.setUnknownKey(args[0] ?? UNDEFINED, args[2] ?? UNDEFINED);
    else ev.set(args[0] ?? UNDEFINED, key, args[2] ?? UNDEFINED, ev.contextOf(site), site.node);
    return bool(true);
  });
  define(reflect, 'has', (ev, _self, args) => {
    const key = ev.key(args[1] ?? UNDEFINED);
    return key === null ? unknown('has') : isMember(ev, key, args[0] ?? UNDEFINED);
  });
  define(reflect, 'apply', (ev, _self, args, site) =>
    ev.call(
      args[0] ?? UNDEFINED,
      args[1] ?? UNDEFINED,
      iterate(ev, ev.contextOf(site), site.node, args[2] ?? UNDEFINED).elements,
      ev.contextOf(site),
      site.node,
    ),
  );
  define(reflect, 'construct', (ev, _self, args, site) =>
    ev.construct(
      args[0] ?? UNDEFINED,
      iterate(ev, ev.contextOf(site), site.node, args[1] ?? UNDEFINED).elements,
      ev.contextOf(site),
      site.node,
      args[2] ?? args[0] ?? UNDEFINED,
    ),
  );
  for (const name of [
    'defineProperty',
    'getPrototypeOf',
    'setPrototypeOf',
    'getOwnPropertyDescriptor',
    'deleteProperty',
    'isExtensible',
    'preventExtensions',
  ])
    define(reflect, name, (ev, _self, args, site) =>
      name === 'deleteProperty'
        ? (ev.remove(args[0] ?? UNDEFINED, ev.key(args[1] ?? UNDEFINED) ?? ''), bool(true))
        : ev.call(ev.get(objectConstructor, name, ev.contextOf(site), site.node), UNDEFINED, args, ev.contextOf(site), site.node),
    );
  installMetadata(evaluator, reflect, define);
  return reflect;
}

/** `reflect-metadata`: a table of (target, property, key) → value. Prototype chains are followed. */
function installMetadata(evaluator: Evaluator, reflect: Obj, into: Define): void {
  // What the arguments name may be loaded by them, and with it a framework that puts its own functions there.
  const define = (_: Obj, name: string, native: Native): void => {
    const own: Native = (...call) => {
      const now = (reflect.props?.get(name)?.value as Obj | undefined)?.fn;
      return (now?.kind === 'native' && now.call !== own ? now.call : native)(...call);
    };
    into(reflect, name, own);
  };
  const tables = new WeakMap<Obj, Map<string, [Value, Value]>>();
  const id = (ev: Evaluator, key: Value, member: Value | undefined): string =>
    `${member && !isNullish(member) ? String(ev.key(member)) : ''}\n${key.kind === 'const' ? String(key.value) : key.kind === 'object' ? `object ${(key as Obj).serial}` : '?'}`;
  const tableOf = (target: Obj): Map<string, [Value, Value]> => {
    let table = tables.get(target);
    if (!table) tables.set(target, (table = new Map()));
    return table;
  };
  const lookup = (ev: Evaluator, key: Value, target: Value, member: Value | undefined, own: boolean): Value => {
    for (let object: Value | null = target; object?.kind === 'object'; object = (object as Obj).proto) {
      const entry = tables.get(object as Obj)?.get(id(ev, key, member));
      if (entry) return entry[1];
      if (own) break;
    }
    return UNDEFINED;
  };
  define(reflect, 'defineMetadata', (ev, _self, args) => {
    if (args[2]?.kind === 'object')
      tableOf(args[2] as Obj).set(id(ev, args[0] ?? UNDEFINED, args[3]), [args[0] ?? UNDEFINED, args[1] ?? UNDEFINED]);
    return UNDEFINED;
  });
  define(reflect, 'getMetadata', (ev, _self, args) => lookup(ev, args[0] ?? UNDEFINED, args[1] ?? UNDEFINED, args[2], false));
  define(reflect, 'getOwnMetadata', (ev, _self, args) => lookup(ev, args[0] ?? UNDEFINED, args[1] ?? UNDEFINED, args[2], true));
  define(reflect, 'hasMetadata', (ev, _self, args) =>
    bool(!isNullish(lookup(ev, args[0] ?? UNDEFINED, args[1] ?? UNDEFINED, args[2], false))),
  );
  define(reflect, 'hasOwnMetadata', (ev, _self, args) =>
    bool(!isNullish(lookup(ev, args[0] ?? UNDEFINED, args[1] ?? UNDEFINED, args[2], true))),
  );
  define(reflect, 'getMetadataKeys', (ev, _self, args) => {
    const prefix = `${args[1] && !isNullish(args[1]) ? String(ev.key(args[1])) : ''}\n`;
    return ev.list(
      args[0]?.kind === 'object'
        ? [...(tables.get(args[0] as Obj) ?? [])].filter(([key]) => key.startsWith(prefix)).map(([, [key]]) => key)
        : [],
    );
  });
  define(reflect, 'metadata', (ev, _self, args) =>
    ev.native('decorator', (inner, _s, given) => {
      if (given[0]?.kind === 'object')
        tableOf(given[0] as Obj).set(id(inner, args[0] ?? UNDEFINED, given[1]), [args[0] ?? UNDEFINED, args[1] ?? UNDEFINED]);
      return UNDEFINED;
    }),
  );
}

/** A proxy: `get`, `set`, `apply` and `construct` traps are called; everything else reaches the target. */
export function proxy(evaluator: Evaluator, target: Value, handler: Value, site: Site): Value {
  if (target.kind !== 'object' || handler.kind !== 'object') return target;
  const context = evaluator.contextOf(site);
  const get = evaluator.get(handler, 'get', context, site.node);
  const set = evaluator.get(handler, 'set', context, site.node);
  const apply = evaluator.get(handler, 'apply', context, site.node);
  const construct = evaluator.get(handler, 'construct', context, site.node);
  if (![get, set, apply, construct].some((trap) => trap.kind === 'object')) return target;
  const made = new Obj('Proxy', target, site);
  made.host = (target as Obj).host;
  const traps: ProxyTraps = { target, handler, get: get.kind === 'object' ? get : null, set: set.kind === 'object' ? set : null };
  made.internal = traps;
  if (apply.kind === 'object' || construct.kind === 'object' || (target as Obj).fn) {
    made.fn = {
      kind: 'native',
      call: (ev, self, args, callSite, newTarget) => {
        const inner = ev.contextOf(callSite);
        if (newTarget !== null)
          return construct.kind === 'object'
            ? ev.call(construct, handler, [target, ev.list([...args]), newTarget], inner, callSite.node)
            : ev.construct(target, args, inner, callSite.node);
        return apply.kind === 'object'
          ? ev.call(apply, handler, [target, self, ev.list([...args])], inner, callSite.node)
          : ev.call(target, self, args, inner, callSite.node);
      },
    };
  }
  return made;
}
