import { givenTo } from '../packages/stand-ins.js';
import type { RequestPart } from '@tool/ir';
import type { Value } from '@tool/scanner-sdk';
import type { Evaluator } from '../evaluator.js';
import { spreadInto } from '../language/collection-literals.js';
import { asOne, iterate } from '../values/iterate.js';
import { keyPlace } from '../values/key-places.js';
import { compare, presentInEnvironment } from '../language/operators.js';
import { Obj, UNDEFINED, bool, constant, isNullish, oneOf, prop, unknown, withTaint, ABSENT, FALSE, type Site } from '../values/values.js';
import { testInTable } from '../requests/tested-texts.js';
import { listedName, unknownKeyed } from '../values/properties.js';
import { STRING, mayBeLeftOut, shaped } from '../requests/observation.js';
import { keysAmong, takesMember, whetherBrought } from '../requests/request-keys.js';
import { partOfPairs } from '../requests/pairs.js';
import type { Define } from './making.js';

/** Own entries as lists; conditional properties become elements that may be absent. */
function entriesOf(evaluator: Evaluator, value: Value, site: Site, make: (key: Value, item: Value) => Value): Value {
  const list = evaluator.list([], site);
  if (value.kind === 'oneOf') {
    for (const alternative of value.values) {
      if (alternative === ABSENT || isNullish(alternative)) continue;
      const inner = entriesOf(evaluator, alternative, site, make) as Obj;
      for (const element of inner.elements!)
        list.elements!.push(
          value.preferred && alternative === value.values[0] ? element : oneOf([ABSENT, element], value.condition, value.preferred),
        );
      list.open ||= inner.open;
    }
    return list;
  }
  if (value.kind !== 'object') {
    const keys = keysAmong(evaluator, value, site, make);
    if (keys) return keys;
    // Of a record that nobody knows the names of its members are texts.
    if (evaluator.observer && value.kind === 'unknown' && (!value.trace || value.trace.part === 'context')) {
      list.elements = [make(shaped(STRING, 'a name that only run time knows', site), unknown(`a member of ${value.why}`))];
      list.uniform = list.mayBeEmpty = true;
    }
    list.open = value.kind !== 'const';
    return list;
  }
  const object = value as Obj;
  const context = evaluator.contextOf(site);
  for (const key of evaluator.keys(object)) {
    const own = evaluator.ownProperty(object, key);
    const item = own && !own.get ? own.value : evaluator.get(object, key, context, site.node);
    const origin = keyPlace(object, key) ?? ((item.kind === 'object' && item.origin) || object.origin || site);
    const made = make(constant(key, origin), item);
    list.elements!.push(
      own?.conditional
        ? oneOf([ABSENT, made], own.conditional, own.configured === true)
        : mayBeLeftOut(object, item)
          ? oneOf([made, ABSENT], `${key} was sent`)
          : made,
    );
  }
  for (const { value, conditional } of unknownKeyed(object)) {
    const made = make(listedName(object), value);
    list.elements!.push(conditional ? oneOf([ABSENT, made], conditional) : made);
  }
  // A record that requests fill under such keys: the members that nobody has seen look like the known ones.
  if (evaluator.observer && !object.rest && unknownKeyed(object).length > 0) {
    list.elements = [...asOne(list.elements!)];
    list.uniform = list.mayBeEmpty = true;
  }
  // Which variables the environment has where the program serves nobody says here, nor which members of a request somebody sends: they are made when read.
  list.open = object.open || object.cls === 'Environment' || (evaluator.observer !== null && object.host?.type.missing !== undefined);
  evaluator.gathered?.copied(object, list);
  return list;
}

/** `Object.assign(ctx, { status, body })`: setters are told what they are given. */
function assignFrom(ev: Evaluator, target: Obj, source: Value, site: Site): void {
  const context = ev.contextOf(site);
  const setters = settersOf(target);
  if (setters.size === 0) spreadInto(ev, context, site.node, target, source);
  else
    ev.eachAlternative(context, site.node, source, (from) => {
      const given = ev.object(site);
      spreadInto(ev, context, site.node, given, from);
      for (const [key, own] of given.props ?? []) {
        if (!setters.has(key)) continue;
        given.props!.delete(key);
        const set = (): Value => {
          ev.set(target, key, own.value, context, site.node);
          return UNDEFINED;
        };
        if (own.conditional === null) set();
        else ev.runArms(ev.branchInfo(context, site.node, own.conditional, 'unknown', 2, true), [set, () => UNDEFINED], false);
      }
      spreadInto(ev, context, site.node, target, given);
      return UNDEFINED;
    });
}

function settersOf(object: Obj): ReadonlySet<PropertyKey> {
  const found = new Set<PropertyKey>();
  for (let at: Value | null = object; at?.kind === 'object'; at = (at as Obj).proto)
    for (const [key, { set }] of (at as Obj).props ?? []) if (set) found.add(key);
  return found;
}

/** Sets the members of a value in a record of a package, which has no others than its fields. */
function giveTo(ev: Evaluator, record: Obj, source: Value, site: Site): void {
  if (source.kind === 'oneOf') for (const alternative of source.values) giveTo(ev, record, alternative, site);
  if (source.kind === 'unknown') ev.builtins.taken(ev, record, source, site);
  if (source.kind !== 'object') return;
  const context = ev.contextOf(site);
  for (const key of ev.keys(source as Obj)) ev.set(record, key, ev.get(source, key, context, site.node), context, site.node);
  const { rest } = source as Obj;
  if (rest) ev.builtins.taken(ev, record, rest, site);
}

/** The parts of a request that are in a record as a whole: `request.query || {}`, `{ ...request.query, ...request.body }`. */
function partsOf(value: Value): readonly RequestPart[] {
  if (value.kind === 'oneOf') return value.values.flatMap(partsOf);
  const wholes = value.kind === 'object' ? ((value as Obj).merged ?? [(value as Obj).rest]) : [value];
  return wholes.flatMap((whole) => (whole?.kind === 'unknown' && whole.trace?.path.length === 0 ? [whole.trace.part] : []));
}

export function installObject(evaluator: Evaluator, prototype: Obj, define: Define): Obj {
  const constructor = evaluator.native('Object', (ev, _self, args, site) => (args[0] && !isNullish(args[0]) ? args[0] : ev.object(site)));
  const first = (args: readonly Value[]): Value => args[0] ?? UNDEFINED;
  define(constructor, 'keys', (ev, _self, args, site) => entriesOf(ev, first(args), site, (key) => key));
  define(constructor, 'getOwnPropertyNames', (ev, _self, args, site) => {
    const value = first(args);
    if (value.kind !== 'object' || (value as Obj).cls === 'Namespace') return entriesOf(ev, value, site, (key) => key);
    const object = value as Obj;
    ev.ownProperty(object, 'prototype');
    const names = [...(object.elements?.keys() ?? [])].map(String);
    for (const key of object.props?.keys() ?? []) if (typeof key === 'string') names.push(key);
    const list = ev.list(
      names.map((name) => constant(name, object.origin)),
      site,
    );
    list.open = object.open;
    return list;
  });
  define(constructor, 'getOwnPropertySymbols', (ev, _self, args, site) => {
    const value = first(args);
    return ev.list(
      value.kind === 'object'
        ? [...((value as Obj).props?.keys() ?? [])]
            .filter((key): key is symbol => typeof key === 'symbol' && key.description !== 'unknown key')
            .map((key) => constant(key))
        : [],
      site,
    );
  });
  define(constructor, 'values', (ev, _self, args, site) => entriesOf(ev, first(args), site, (_key, item) => item));
  define(constructor, 'entries', (ev, _self, args, site) => entriesOf(ev, first(args), site, (key, item) => ev.list([key, item], site)));
  define(constructor, 'fromEntries', (ev, _self, args, site) => {
    const part = partOfPairs(args[0]);
    if (part) return part;
    const context = ev.contextOf(site);
    const iteration = iterate(ev, context, site.node, first(args));
    const object = ev.object(site);
    object.open = iteration.open;
    for (const entry of iteration.elements) {
      const name = ev.get(entry, '0', context, site.node);
      const key = ev.key(name);
      const value = ev.get(entry, '1', context, site.node);
      if (key === null) {
        takesMember(ev, object, name, site, value);
        ev.setUnknownKey(object, value, name);
      } else {
        ev.define(object, key, value);
        if (entry.kind === 'oneOf' && entry.values.includes(ABSENT)) object.props!.get(key)!.conditional = entry.condition;
      }
    }
    return object;
  });
  define(constructor, 'assign', (ev, _self, args, site) => {
    const context = ev.contextOf(site);
    const assignTo = (target: Value): Value => {
      // A part of a request is told of each member that it is given.
      if (target.kind === 'unknown' && target.trace)
        for (const source of args.slice(1)) {
          if (source.kind === 'object')
            for (const key of ev.keys(source as Obj)) ev.set(target, key, ev.get(source, key, context, site.node), context, site.node);
          const { part, path } = target.trace;
          const from = partsOf(source).filter((each) => each !== part);
          if (path.length === 0 && from.length > 0) ev.observer?.mergedInto(part, from);
        }
      if (target.kind === 'unknown' && !ev.observer) {
        const given = args.length > 1 ? givenTo(ev, target, true) : null;
        if (given) for (const source of args.slice(1)) spreadInto(ev, context, site.node, given, source);
      }
      if (target.kind !== 'object') return target;
      if (ev.observer && ev.builtins.isRecord(target as Obj)) for (const source of args.slice(1)) giveTo(ev, target as Obj, source, site);
      else for (const source of args.slice(1)) assignFrom(ev, target as Obj, source, site);
      return target;
    };
    const target = first(args);
    return target.kind === 'oneOf' ? ev.eachAlternative(context, site.node, target, assignTo) : assignTo(target);
  });
  define(constructor, 'create', (ev, _self, args, site) => {
    const made = new Obj('Object', first(args).kind === 'object' || first(args).kind === 'unknown' ? first(args) : null, site);
    if (args[1]?.kind === 'object') defineAll(ev, made, args[1] as Obj, site);
    return made;
  });
  for (const name of ['freeze', 'seal', 'preventExtensions']) define(constructor, name, (_ev, _self, args) => first(args));
  for (const name of ['isFrozen', 'isSealed']) define(constructor, name, () => unknown('whether an object is frozen'));
  define(constructor, 'isExtensible', () => bool(true));
  define(constructor, 'is', (_ev, _self, args) => {
    const [left, right] = [first(args), args[1] ?? UNDEFINED];
    const equal = left.kind === 'const' && right.kind === 'const' ? Object.is(left.value, right.value) : compare(left, right, false);
    return equal === null ? unknown('a comparison') : bool(equal);
  });
  define(constructor, 'getPrototypeOf', (_ev, _self, args) =>
    first(args).kind === 'object' ? ((first(args) as Obj).proto ?? constant(null)) : unknown('a prototype'),
  );
  define(constructor, 'setPrototypeOf', (_ev, _self, args) => {
    const target = first(args);
    if (target.kind === 'object') (target as Obj).proto = args[1]?.kind === 'object' || args[1]?.kind === 'unknown' ? args[1] : null;
    return target;
  });
  define(constructor, 'defineProperty', (ev, _self, args, site) => {
    if (first(args).kind === 'object') {
      const key = ev.key(args[1] ?? UNDEFINED);
      if (key !== null) defineOne(ev, first(args) as Obj, key, args[2] ?? UNDEFINED, site);
    }
    return first(args);
  });
  define(constructor, 'defineProperties', (ev, _self, args, site) => {
    if (first(args).kind === 'object' && args[1]?.kind === 'object') defineAll(ev, first(args) as Obj, args[1] as Obj, site);
    return first(args);
  });
  define(constructor, 'getOwnPropertyDescriptor', (ev, _self, args) => {
    const key = ev.key(args[1] ?? UNDEFINED);
    if (first(args).kind !== 'object' || key === null) return unknown('a property descriptor');
    return descriptorOf(ev, first(args) as Obj, key);
  });
  define(constructor, 'getOwnPropertyDescriptors', (ev, _self, args, site) => {
    const value = first(args);
    const result = ev.object(site);
    if (value.kind === 'object')
      for (const key of (value as Obj).props?.keys() ?? []) ev.define(result, key, descriptorOf(ev, value as Obj, key));
    return result;
  });
  define(constructor, 'hasOwn', (ev, _self, args, site) => hasOwn(ev, first(args), args[1] ?? UNDEFINED, site));
  define(constructor, 'groupBy', (ev, _self, args, site) => {
    const context = ev.contextOf(site);
    const result = ev.object(site);
    const { elements, uniform } = iterate(ev, context, site.node, first(args));
    for (const element of elements) {
      const name = ev.call(args[1] ?? UNDEFINED, UNDEFINED, [element], context, site.node);
      const key = ev.key(name);
      if (key === null) {
        const group = ev.list([element], site);
        group.open = group.uniform = uniform === true;
        ev.setUnknownKey(result, group, name);
        continue;
      }
      const group = ev.ownProperty(result, key)?.value;
      if (group?.kind === 'object') ev.pushElements(group as Obj, [element]);
      else ev.define(result, key, ev.list([element], site));
    }
    return result;
  });
  define(prototype, 'hasOwnProperty', (ev, self, args, site) => hasOwn(ev, self, first(args), site));
  define(prototype, 'propertyIsEnumerable', (ev, self, args, site) => hasOwn(ev, self, first(args), site));
  define(prototype, 'isPrototypeOf', () => unknown('isPrototypeOf'));
  define(prototype, 'valueOf', (_ev, self) => self);
  define(prototype, 'toString', (_ev, self) =>
    self.kind === 'const'
      ? constant(
          `[object ${self.value === null ? 'Null' : self.value === undefined ? 'Undefined' : (Object(self.value) as object).constructor.name}]`,
        )
      : self.kind === 'object'
        ? constant(
            `[object ${(self as Obj).elements ? 'Array' : (self as Obj).fn ? 'Function' : ['Date', 'RegExp', 'Error', 'Map', 'Set', 'Promise'].includes((self as Obj).cls) ? (self as Obj).cls : 'Object'}]`,
          )
        : unknown('an object as text'),
  );
  define(prototype, 'toLocaleString', () => unknown('an object as text'));
  define(prototype, '__defineGetter__', (ev, self, args) => {
    const key = ev.key(first(args));
    if (self.kind === 'object' && key !== null) ev.defineAccessor(self as Obj, key, 'get', args[1] ?? UNDEFINED, true);
    return UNDEFINED;
  });
  define(prototype, '__defineSetter__', (ev, self, args) => {
    const key = ev.key(first(args));
    if (self.kind === 'object' && key !== null) ev.defineAccessor(self as Obj, key, 'set', args[1] ?? UNDEFINED, true);
    return UNDEFINED;
  });
  const protoGetter = evaluator.native('__proto__', (_ev, self) =>
    self.kind === 'object' ? ((self as Obj).proto ?? constant(null)) : unknown('a prototype'),
  );
  evaluator.defineAccessor(prototype, '__proto__', 'get', protoGetter, false);
  return constructor;
}

function descriptorOf(evaluator: Evaluator, object: Obj, key: PropertyKey): Value {
  const own = evaluator.ownProperty(object, key);
  if (!own) return object.open ? unknown('a property descriptor') : UNDEFINED;
  return own.get || own.set
    ? evaluator.record([
        ['get', own.get ?? UNDEFINED],
        ['set', own.set ?? UNDEFINED],
        ['enumerable', bool(own.enumerable)],
        ['configurable', bool(true)],
      ])
    : evaluator.record([
        ['value', own.value],
        ['writable', bool(true)],
        ['enumerable', bool(own.enumerable)],
        ['configurable', bool(true)],
      ]);
}

function defineOne(evaluator: Evaluator, target: Obj, key: PropertyKey, descriptor: Value, site: Site): void {
  if (descriptor.kind !== 'object') return;
  const context = evaluator.contextOf(site);
  const read = (name: string): Value => evaluator.get(descriptor, name, context, site.node);
  // What a descriptor does not say of a property that is there stays as it is.
  const before = evaluator.ownProperty(target, key);
  const says = (name: string): boolean => evaluator.ownProperty(descriptor as Obj, name) !== undefined;
  const enumerable = before && !says('enumerable') ? before.enumerable : evaluator.truth(read('enumerable')).value === true;
  const get = read('get'),
    set = read('set');
  if (get.kind === 'object') evaluator.defineAccessor(target, key, 'get', get, enumerable);
  if (set.kind === 'object') evaluator.defineAccessor(target, key, 'set', set, enumerable);
  if (get.kind !== 'object' && set.kind !== 'object') {
    evaluator.journal?.prop(target, key);
    if (before && !says('value')) {
      if (target.props?.has(key)) target.props.set(key, { ...before, enumerable });
    } else if (target.elements && typeof key === 'string' && /^\d+$/.test(key)) evaluator.define(target, key, read('value'));
    else (target.props ??= new Map()).set(key, prop(read('value'), enumerable));
  }
}

function defineAll(evaluator: Evaluator, target: Obj, descriptors: Obj, site: Site): void {
  for (const key of evaluator.keys(descriptors)) {
    const own = evaluator.ownProperty(descriptors, key);
    if (own) defineOne(evaluator, target, key, own.value, site);
  }
}

function hasOwn(evaluator: Evaluator, value: Value, keyValue: Value, site: Site): Value {
  const key = evaluator.key(keyValue);
  const brought = whetherBrought(evaluator, value, key, evaluator.contextOf(site), site.node);
  if (brought) return brought;
  if (key === null && evaluator.observer) {
    const among = testInTable(evaluator, keyValue, value, null);
    if (among) return among;
  }
  if (value.kind !== 'object' || key === null) return unknown('whether an object has a property');
  const object = value as Obj;
  if (object.cls === 'Namespace') return bool(evaluator.keys(object).includes(String(key)));
  if (object.cls === 'Environment' && typeof key === 'string') return presentInEnvironment(evaluator, key);
  const own = evaluator.ownProperty(object, key);
  if (own?.conditional && own.configured) return withTaint(FALSE, own.conditional);
  if (own) return own.conditional ? unknown('whether an object has a property') : bool(true);
  return object.open ? unknown('whether an object has a property') : bool(false);
}
