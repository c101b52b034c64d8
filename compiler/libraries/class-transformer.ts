import { defineLibrary, functions, memberDecorator, openModule, prototypeOf, type Call, type ObjectValue, type Realm, type Transfer, type Value } from '@tool/scanner-sdk';
import { argument, promised } from './support/fallback.js';
import { instanceOfClass, transformAndValidate } from './validators/class-validator.js';

/** What decorators say of one property of a class whose objects are written as plain ones. */
interface Written {
  readonly excluded?: boolean;
  readonly exposed?: { readonly as: string | null; readonly groups: readonly string[] };
  readonly transform?: Value;
}

/** By prototype; a class that leaves out everything that it does not expose has the name `''`. */
const written = new WeakMap<ObjectValue, Map<string, Written>>();
const MAX_DEPTH = 6;

const flag = (call: Call, options: Value, name: string): boolean => options.kind === 'object' && call.truthy(call.get(options, name)) === true;
const texts = (call: Call, list: Value): readonly string[] => (call.elements(list) ?? []).flatMap((each) => call.text(each) ?? []);

/** `Name(options)`, of a property or of a class; what holds only on the way in says nothing of what is written. */
const says = (realm: Realm, name: string, optionsAt: number, what: (given: Call) => Written): Value => realm.fn(name, (given) => given.fn(name, (call) => {
  const [target, key] = call.args;
  if (target?.kind !== 'object' || flag(given, argument(given, optionsAt), 'toClassOnly')) return;
  const member = key && call.text(key);
  const prototype = typeof member === 'string' ? target : call.get(target, 'prototype');
  if (prototype.kind !== 'object') return;
  let own = written.get(prototype);
  if (!own) written.set(prototype, own = new Map());
  own.set(member ?? '', { ...own.get(member ?? ''), ...what(given) });
}));

/** The rules of an object's class and of those that it extends, the nearest winning. */
function rulesOf(call: Call, value: Value): ReadonlyMap<string, Written> {
  const found = new Map<string, Written>();
  for (let at = prototypeOf(call, value), depth = 0; at.kind === 'object' && depth < 8; at = prototypeOf(call, at), depth++)
    for (const [name, rule] of written.get(at) ?? []) if (!found.has(name)) found.set(name, rule);
  return found;
}

/** What `instanceToPlain` makes of a value: the same where no class in it says anything. */
function plain(call: Call, value: Value, groups: readonly string[], strict: boolean, depth = 0): Value {
  if (depth > MAX_DEPTH) return value;
  const inner = (one: Value): Value => plain(call, one, groups, strict, depth + 1);
  if (value.kind === 'oneOf') return call.oneOf?.(value.values.map((each) => (each.kind === 'object' ? inner(each) : each)), value.condition) ?? value;
  if (value.kind !== 'object' || value.host || call.isFunction(value)) return value;
  const elements = call.elements(value);
  if (elements) return elements.some((each) => inner(each) !== each) ? asList(call, value, elements.map(inner)) : value;
  return record(call, value, rulesOf(call, value), groups, strict, inner);
}

function asList(call: Call, list: Value, elements: readonly Value[]): Value {
  if (!call.isOpen(list)) return call.list(elements);
  return elements.length === 1 ? call.uniformList?.(elements[0]!, true) ?? call.list(elements) : open(call, call.list(elements));
}
const open = (call: Call, value: Value): Value => { call.markOpen?.(value); return value; };

function record(call: Call, value: ObjectValue, rules: ReadonlyMap<string, Written>, groups: readonly string[], strict: boolean, inner: (one: Value) => Value): Value {
  const entries = call.knownEntries?.(value) ?? [];
  const closed = strict || rules.get('')?.excluded === true;
  const members: Record<string, Value> = {};
  let changed = closed;
  const add = (name: string, own: Value): void => {
    const rule = rules.get(name);
    const shown = rule?.exposed && (rule.exposed.groups.length === 0 || rule.exposed.groups.some((group) => groups.includes(group)));
    if (rule?.excluded || (rule?.exposed && !shown) || (closed && !shown)) { changed = true; return; }
    const made = rule?.transform ? call.invoke(rule.transform, [call.record({ value: own, key: call.const(name), obj: value, options: call.record({}) })]) : inner(own);
    if (made !== own || rule?.exposed?.as) changed = true;
    members[rule?.exposed?.as ?? name] = made;
  };
  for (const [name, own] of entries) add(name, own);
  // What is computed is written when it is exposed: getters and methods.
  for (const [name, { exposed }] of rules) if (exposed && !entries.some(([own]) => own === name)) {
    const read = call.get(value, name);
    const own = call.isFunction(read) ? call.invoke(read, [], value) : read;
    if (!call.isUndefined(own)) { changed = true; add(name, own); }
  }
  if (!changed) return value;
  const made = call.record(members);
  return call.isOpen(value) && !closed ? open(call, made) : made;
}

const instanceToPlain: Transfer = (call) => {
  const options = argument(call, 1);
  const [groups, strategy] = options.kind === 'object' ? [texts(call, call.get(options, 'groups')), call.text(call.get(options, 'strategy'))] : [[], null];
  return plain(call, argument(call, 0), groups, strategy === 'excludeAll' || flag(call, options, 'excludeExtraneousValues'));
};

const transformers = (realm: Realm): Record<string, Value> => ({
  Type: memberDecorator(realm, 'Type', (given) => (known) => (given.isFunction(argument(given, 0)) ? { ...known, type: argument(given, 0) } : known)),
  Exclude: says(realm, 'Exclude', 0, () => ({ excluded: true })),
  Expose: says(realm, 'Expose', 0, (given) => { const options = argument(given, 0); const of = (name: string): Value => (options.kind === 'object' ? given.get(options, name) : given.const(undefined)); return { exposed: { as: given.text(of('name')), groups: texts(given, of('groups')) } }; }),
  Transform: says(realm, 'Transform', 1, (given) => (given.isFunction(argument(given, 0)) ? { transform: argument(given, 0) } : {})),
  ...functions(realm, {
    plainToInstance: instanceOfClass, plainToClass: instanceOfClass, plainToClassFromExist: (call) => argument(call, 0), deserialize: (call) => call.unknown('an object from a text', { module: 'class-transformer', path: 'deserialize()' }),
    instanceToPlain, classToPlain: instanceToPlain, instanceToInstance: (call) => argument(call, 0), classToClass: (call) => argument(call, 0), serialize: (call) => call.typed?.({ kind: 'string' }, 'an object as text') ?? call.unknown('an object as text'),
  }),
});

/** class-transformer: what `@Exclude`, `@Expose` and `@Transform` make of objects that are written. */
export const classTransformerLibrary = defineLibrary({
  modules: {
    'class-transformer': (realm) => openModule(realm, 'class-transformer', transformers(realm)),
    'class-transformer-validator': (realm) => openModule(realm, 'class-transformer-validator', functions(realm, { transformAndValidate: (call) => promised(call, transformAndValidate(call)), transformAndValidateSync: transformAndValidate })),
  },
});
