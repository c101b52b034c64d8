import type { Value } from '@tool/scanner-sdk';
import type { Evaluator } from '../evaluator.js';
import { BOOLEAN, INTEGER, shaped } from '../requests/observation.js';
import { chosenFrom } from '../requests/chosen.js';
import { askedAmong } from '../requests/request-tests.js';
import { asOne, entriesAlike, iterate } from '../values/iterate.js';
import { GROWN } from '../requests/kept-state.js';
import { testAmong } from '../requests/tested-texts.js';
import {
  Obj,
  UNDEFINED,
  bool,
  constant,
  UNKNOWN_KEY,
  isNullish,
  isUnknownKey,
  mayBeAbsent,
  noteRead,
  ofEach,
  oneOf,
  unknown,
  ABSENT,
  type Native,
  type Site,
  presentOrUndefined,
  taintOf,
  withTaint,
} from '../values/values.js';
import type { Define } from './making.js';

/** Identity of a key: primitives by value, objects by identity; null when nobody knows. */
function identity(value: Value): unknown {
  if (value.kind === 'const')
    return value.value === undefined ? 'undefined' : typeof value.value === 'string' ? `s:${value.value}` : value.value;
  if (value.kind === 'object') return value;
  return null;
}

/** Entries that are there while requests are served, under keys that only run time knows. */
function unknownKeyed({ entries }: Obj): readonly Value[] {
  const found: Value[] = [];
  for (const [key, [, value]] of entries ?? []) if (isUnknownKey(key) && mayBeAbsent(value)) found.push(presentOrUndefined(value));
  return found;
}

/**
 * How many entries of one collection stand under keys that nobody knows. What comes after them shares the last of these: each condition around copies and
 * joins them all, so that a loop which gathers what it has seen would take the longer the longer it runs.
 */
const MAX_UNKNOWN_KEYED = 200;

function put(evaluator: Evaluator, collection: Obj, key: Value, value: Value): void {
  evaluator.journal?.entries(collection);
  const id = identity(key);
  if (id === null) {
    evaluator.setOpen(collection);
    putUnderUnknown(collection.entries!, key, value);
    return;
  }
  collection.entries!.set(id, [key, value]);
}

function putUnderUnknown(entries: Map<unknown, [Value, Value]>, key: Value, value: Value): void {
  const places = entries.size < MAX_UNKNOWN_KEYED ? [] : [...entries.keys()].filter(isUnknownKey);
  const last = places.length < MAX_UNKNOWN_KEYED ? undefined : places.at(-1);
  const shared = last === undefined ? undefined : entries.get(last);
  const why = 'which of many entries';
  if (shared) entries.set(last, [oneOf([shared[0], key], why), oneOf([shared[1], value], why)]);
  else entries.set(Symbol(UNKNOWN_KEY), [key, value]);
}

/** The entries under texts; none where other things are keys, too. */
function textEntries({ entries }: Obj): readonly (readonly [string, Value])[] {
  const found = [...entries!.values()].flatMap(([key, value]) =>
    key.kind === 'const' && typeof key.value === 'string' ? [[key.value, presentOrUndefined(value)] as const] : [],
  );
  return found.length === entries!.size ? found : [];
}

/** Whether a set, or the keys of a map, hold a value that only run time knows. */
function whetherIn(evaluator: Evaluator, own: Obj, value: Value): Value {
  const keys = [...own.entries!.values()].map(([key]) => key);
  noteRead(own, GROWN);
  const texts =
    own.open || unknownKeyed(own).length > 0 || own.cls !== 'Set' || !evaluator.observer
      ? null
      : keys.map((key) => (key.kind === 'const' ? key.value : undefined));
  return testAmong(evaluator, value, texts, null) ?? shaped(BOOLEAN, 'whether a collection has something');
}

/** What `get` gives. */
function entryUnder(evaluator: Evaluator, own: Obj, key: Value): Value {
  const id = identity(key);
  if (id === null) {
    const values = [...own.entries!.values()].map(([, value]) => presentOrUndefined(value));
    if (unknownKeyed(own).length > 0 || entriesAlike(evaluator, own)) return oneOf([...values, UNDEFINED], 'which entry');
    const chosen = evaluator.observer && !own.open ? chosenFrom(key, textEntries(own), 'which entry') : null;
    if (chosen) return chosen;
    return values.length && values.length <= 8 && !own.open
      ? oneOf([...values, UNDEFINED], 'which entry')
      : unknown('an entry whose key only run time knows');
  }
  const entry = own.entries!.get(id);
  if (entry) return presentOrUndefined(entry[1]);
  const kept = unknownKeyed(own);
  if (kept.length > 0) return oneOf([...kept, UNDEFINED], 'whether requests before have set it');
  if (entriesAlike(evaluator, own))
    return oneOf([...[...own.entries!.values()].map(([, value]) => presentOrUndefined(value)), UNDEFINED], 'which entry');
  return own.open ? unknown('an entry of a partly known map') : UNDEFINED;
}

/** What `has` gives. */
function hasKey(evaluator: Evaluator, own: Obj, key: Value): Value {
  const id = identity(key);
  if (id === null)
    return askedAmong(
      whetherIn(evaluator, own, key),
      [...own.entries!.values()].map(([each]) => each),
      key,
    );
  const entry = own.entries!.get(id);
  if (entry?.[1].kind === 'oneOf' && entry[1].values.includes(ABSENT)) {
    const { values, condition, preferred } = entry[1];
    // What another configuration adds or takes away.
    return preferred ? withTaint(bool(values[0] !== ABSENT), condition) : unknown('whether a collection has something');
  }
  if (entry) return withTaint(bool(true), taintOf(entry[0]));
  if (own.open || unknownKeyed(own).length > 0) return unknown('whether a collection has something');
  let taint: string | null = null;
  for (const [each] of own.entries!.values()) if ((taint = taintOf(each)) !== null) break;
  return withTaint(bool(false), taint);
}

export function installCollections(evaluator: Evaluator, define: Define): { Map: Obj; Set: Obj; WeakMap: Obj; WeakSet: Obj } {
  const make = (name: string, isMap: boolean): Obj => {
    const prototype = new Obj('Object', evaluator.builtins.objectPrototype, null);
    const collection = (self: Value): Obj | null => (self.kind === 'object' && (self as Obj).entries ? (self as Obj) : null);
    define(prototype, 'get', (ev, self, args) => {
      const own = collection(self);
      if (!own) return unknown('an entry of something unknown');
      noteRead(own, null);
      return ofEach(args[0] ?? UNDEFINED, (key) => entryUnder(ev, own, key));
    });
    define(prototype, 'has', (ev, self, args) => {
      const own = collection(self);
      if (!own) return unknown('whether a collection has something');
      noteRead(own, null);
      return ofEach(args[0] ?? UNDEFINED, (key) => hasKey(ev, own, key));
    });
    define(prototype, isMap ? 'set' : 'add', (ev, self, args) => {
      const own = collection(self);
      if (own) put(ev, own, args[0] ?? UNDEFINED, (isMap ? args[1] : args[0]) ?? UNDEFINED);
      return self;
    });
    define(prototype, 'delete', (ev, self, args) => {
      const own = collection(self);
      const id = identity(args[0] ?? UNDEFINED);
      if (!own || id === null) return unknown('a deletion');
      ev.journal?.entries(own);
      return bool(own.entries!.delete(id));
    });
    define(prototype, 'clear', (ev, self) => {
      const own = collection(self);
      if (own) {
        ev.journal?.entries(own);
        own.entries = new Map();
      }
      return UNDEFINED;
    });
    const listed =
      (pick: (ev: Evaluator, key: Value, value: Value, site: Site) => Value): Native =>
      (ev, self, _args, site) => {
        const own = collection(self);
        if (own) noteRead(own, null);
        const wrap = (value: Value, run: (present: Value) => Value): Value =>
          value.kind === 'oneOf' && value.values.includes(ABSENT)
            ? { ...value, values: value.values.map((alternative) => (alternative === ABSENT ? alternative : run(alternative))) }
            : run(value);
        const all = own ? [...own.entries!.values()].map(([key, value]) => wrap(value, (present) => pick(ev, key, present, site))) : [];
        const alike = own !== null && entriesAlike(ev, own);
        const iterator = ev.iterator(alike ? asOne(all) : all, own?.open ?? true, site);
        iterator.uniform = iterator.mayBeEmpty = alike;
        return iterator;
      };
    define(
      prototype,
      'keys',
      listed((_ev, key) => key),
    );
    define(
      prototype,
      'values',
      listed((_ev, _key, value) => value),
    );
    define(
      prototype,
      'entries',
      listed((ev, key, value, site) => ev.list([key, value], site)),
    );
    prototype.props!.set(Symbol.iterator, prototype.props!.get(isMap ? 'entries' : 'values')!);
    define(prototype, 'forEach', (ev, self, args, site) => {
      const own = collection(self);
      const context = ev.contextOf(site);
      if (own) noteRead(own, null);
      if (own)
        for (const [key, value] of [...own.entries!.values()])
          ev.eachAlternative(context, site.node, value, (present) =>
            ev.call(args[0] ?? UNDEFINED, args[1] ?? UNDEFINED, [present, key, self], context, site.node),
          );
      if (!own || (own.open && !entriesAlike(ev, own)))
        ev.call(
          args[0] ?? UNDEFINED,
          args[1] ?? UNDEFINED,
          [unknown('an entry of a partly known collection', site), unknown('a key'), self],
          context,
          site.node,
        );
      return UNDEFINED;
    });
    evaluator.defineAccessor(
      prototype,
      'size',
      'get',
      evaluator.native('size', (_ev, self) => {
        const own = collection(self);
        if (own) noteRead(own, null);
        return !own || own.open || unknownKeyed(own).length > 0
          ? shaped(INTEGER, 'a size')
          : constant(own.entries!.size, null, own.counted);
      }),
      false,
    );
    const constructor = evaluator.native(name, (ev, _self, args, site) => {
      const made = new Obj(isMap ? 'Map' : 'Set', prototype, site);
      made.entries = new Map();
      const initial = args[0] ?? UNDEFINED;
      if (isNullish(initial)) return made;
      const context = ev.contextOf(site);
      const iteration = iterate(ev, context, site.node, initial);
      for (const element of iteration.elements) {
        if (isMap) put(ev, made, ev.get(element, '0', context, site.node), ev.get(element, '1', context, site.node));
        else put(ev, made, element, element);
      }
      made.open = iteration.open;
      made.uniform = iteration.uniform === true;
      return made;
    });
    constructor.props!.set('prototype', { value: prototype, get: null, set: null, enumerable: false, conditional: null });
    define(prototype, 'constructor', () => UNDEFINED);
    prototype.props!.set('constructor', { value: constructor, get: null, set: null, enumerable: false, conditional: null });
    return constructor;
  };
  return { Map: make('Map', true), Set: make('Set', false), WeakMap: make('WeakMap', true), WeakSet: make('WeakSet', false) };
}
