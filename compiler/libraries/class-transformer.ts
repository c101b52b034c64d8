import type { Shape } from '@tool/ir';
import {
  defineLibrary,
  describeMember,
  describesMembers,
  functions,
  mappedMembers,
  memberDecorator,
  openModule,
  prototypeOf,
  type Call,
  type ObjectValue,
  type Realm,
  type Transfer,
  type Value,
} from '@tool/scanner-sdk';
import { instanceOf } from './databases/support/table.js';
import { argument, promised, withArguments } from './support/fallback.js';
import { instanceOfClass, transformAndValidate } from './validators/class-validator.js';

/** What decorators say of one property of a class whose objects are written as plain ones, or made of plain ones. */
interface Written {
  readonly excluded?: boolean;
  readonly exposed?: { readonly as: string | null; readonly groups: readonly string[] };
  readonly transform?: Value;
  readonly type?: Value;
}

/** By prototype; a class that leaves out everything that it does not expose has the name `''`. */
type Said = WeakMap<ObjectValue, Map<string, Written>>;
const written: Said = new WeakMap();
/** The same for objects that are made. */
const taken: Said = new WeakMap();
const MAX_DEPTH = 6;

const flag = (call: Call, options: Value, name: string): boolean =>
  options.kind === 'object' && call.truthy(call.get(options, name)) === true;
const texts = (call: Call, list: Value): readonly string[] => (call.elements(list) ?? []).flatMap((each) => call.text(each) ?? []);

/** `Name(options)`, of a property or of a class; options may say that it holds on one way only. */
const says = (realm: Realm, name: string, optionsAt: number, what: (given: Call) => Written): Value =>
  realm.fn(name, (given) =>
    given.fn(name, (call) => {
      const [target, key] = call.args;
      if (target?.kind !== 'object') return;
      const member = key && call.text(key);
      const prototype = typeof member === 'string' ? target : call.get(target, 'prototype');
      if (prototype.kind !== 'object') return;
      const left: { unsent?: true; untaken?: true } = {};
      for (const [all, other] of [
        [written, 'toClassOnly'],
        [taken, 'toPlainOnly'],
      ] as const) {
        if (flag(given, argument(given, optionsAt), other)) continue;
        let own = all.get(prototype);
        if (!own) all.set(prototype, (own = new Map()));
        own.set(member ?? '', { ...own.get(member ?? ''), ...what(given) });
        if (what(given).excluded) left[all === written ? 'unsent' : 'untaken'] = true;
      }
      // It is no validator, and one decorator less that nobody reads.
      if (typeof member === 'string') describeMember(call, (known) => ({ ...known, ...left }));
    }),
  );

/** The rules of a class and of those that it extends, the nearest winning. */
function rulesOf(call: Call, all: Said, prototype: Value): ReadonlyMap<string, Written> {
  const found = new Map<string, Written>();
  for (let at = prototype, depth = 0; at.kind === 'object' && depth < 8; at = prototypeOf(call, at), depth++)
    for (const [name, rule] of [...(all.get(at) ?? []), ...mappedMembers(at, (source) => rulesOf(call, all, source))])
      if (!found.has(name)) found.set(name, rule);
  return found;
}

/** Whether what a class does not expose is left out of an object. */
type Strict = (value: ObjectValue) => boolean;

/** What `instanceToPlain` makes of a value: the same where no class in it says anything. */
function plain(call: Call, value: Value, groups: readonly string[], strict: Strict, depth = 0): Value {
  if (depth > MAX_DEPTH) return value;
  const inner = (one: Value): Value => plain(call, one, groups, strict, depth + 1);
  if (value.kind === 'oneOf')
    return (
      call.oneOf?.(
        value.values.map((each) => (each.kind === 'object' ? inner(each) : each)),
        value.condition,
      ) ?? value
    );
  if (value.kind !== 'object' || value.host || call.isFunction(value)) return value;
  const elements = call.elements(value);
  if (elements) return elements.some((each) => inner(each) !== each) ? asList(call, value, elements.map(inner)) : value;
  return record(call, value, rulesOf(call, written, prototypeOf(call, value)), groups, strict, inner);
}

function asList(call: Call, list: Value, elements: readonly Value[]): Value {
  if (!call.isOpen(list)) return call.list(elements);
  return elements.length === 1 ? (call.uniformList?.(elements[0]!, true) ?? call.list(elements)) : open(call, call.list(elements));
}
const open = (call: Call, value: Value): Value => {
  call.markOpen?.(value);
  return value;
};

function record(
  call: Call,
  value: ObjectValue,
  rules: ReadonlyMap<string, Written>,
  groups: readonly string[],
  strict: Strict,
  inner: (one: Value) => Value,
): Value {
  const entries = call.knownEntries?.(value) ?? [];
  const closed = strict(value) || rules.get('')?.excluded === true;
  const members: Record<string, Value> = {};
  let changed = closed;
  const add = (name: string, own: Value): void => {
    const rule = rules.get(name);
    const shown = rule?.exposed && (rule.exposed.groups.length === 0 || rule.exposed.groups.some((group) => groups.includes(group)));
    if (rule?.excluded || (rule?.exposed && !shown) || (closed && !shown)) {
      changed = true;
      return;
    }
    const made = rule?.transform
      ? call.invoke(rule.transform, [call.record({ value: own, key: call.const(name), obj: value, options: call.record({}) })])
      : inner(own);
    if (made !== own || rule?.exposed?.as) changed = true;
    members[rule?.exposed?.as ?? name] = made;
  };
  for (const [name, own] of entries) add(name, own);
  // What is computed is written when it is exposed: getters and methods.
  for (const [name, { exposed }] of rules)
    if (exposed && !entries.some(([own]) => own === name)) {
      const read = call.get(value, name);
      const own = call.isFunction(read) ? call.invoke(read, [], value) : read;
      if (!call.isUndefined(own)) {
        changed = true;
        add(name, own);
      }
    }
  if (!changed) return value;
  const made = call.record(members);
  return call.isOpen(value) && !closed ? open(call, made) : made;
}

const instanceToPlain: Transfer = (call) => {
  const options = argument(call, 1);
  const [groups, strategy] =
    options.kind === 'object' ? [texts(call, call.get(options, 'groups')), call.text(call.get(options, 'strategy'))] : [[], null];
  // A plain object has no class that could expose anything, and is written as it is.
  const extraneous = flag(call, options, 'excludeExtraneousValues');
  const strict: Strict = (value) => strategy === 'excludeAll' || (extraneous && call.get(value, 'constructor') !== call.global?.('Object'));
  return plain(call, argument(call, 0), groups, strict);
};

/** `@Type(() => Class)` says of validation what it says of transformation. */
const typeDecorator = (realm: Realm): Value => {
  const both = [
    memberDecorator(
      realm,
      'Type',
      (given) => (known) => (given.isFunction(argument(given, 0)) ? { ...known, type: argument(given, 0) } : known),
    ),
    says(realm, 'Type', 1, (given) => ({ type: argument(given, 0) })),
  ];
  return realm.fn('Type', (given) => {
    const made = both.map((each) => given.invoke(each, given.args));
    return given.fn('Type', (call) => {
      for (const each of made) call.invoke(each, call.args);
    });
  });
};

/** The names that a class exposes to whoever makes it of a plain object, each with the name that it has there. */
const exposedBy = (rules: ReadonlyMap<string, Written>, groups: readonly string[]): readonly (readonly [string, string])[] =>
  [...rules].flatMap(([name, { exposed, excluded }]) =>
    name !== '' && exposed && !excluded && (exposed.groups.length === 0 || exposed.groups.some((group) => groups.includes(group)))
      ? [[name, exposed.as ?? name] as const]
      : [],
  );

/** The class that `() => Class` names. */
function namedBy(call: Call, type: Value | undefined): Value | null {
  const made = type && call.isFunction(type) ? call.invoke(type, []) : null;
  return made && call.isFunction(made) && describesMembers(call, made) ? made : null;
}

/** What the functions make of values that `@Type(() => Number)` and its kin name. */
const SCALARS: Readonly<Record<string, Shape>> = {
  Number: { kind: 'number' },
  String: { kind: 'string' },
  Boolean: { kind: 'boolean' },
};
const isScalar = ({ kind }: Shape): boolean => /^(?:any|string|number|integer|boolean)$/.test(kind);

/** A value as the function makes it that its type names, if it names one: nothing stays nothing, and a list is made element by element. */
function asNamed(call: Call, type: Value | undefined, own: Value): Value {
  const named = type && call.isFunction(type) ? call.invoke(type, []) : null;
  const to = named && Object.keys(SCALARS).find((name) => named === call.global?.(name));
  if (!to) return own;
  const make = (value: Value): Value => {
    if (value.kind === 'object' || value.kind === 'oneOf' || (value.kind === 'const' && (value.value ?? null) === null)) return value;
    if (value.kind !== 'unknown' || value.trace) return call.invoke(named!, [value]);
    const shape = call.shapeOf!(value);
    const kinds = shape.kind === 'union' ? (shape.alternatives ?? []) : [shape];
    const others = kinds.filter(({ kind }) => kind !== 'null');
    if (!others.every(isScalar) || others.some(({ kind }) => (kind === 'integer' ? 'number' : kind) === SCALARS[to]!.kind)) return value;
    const made: Shape[] = [SCALARS[to]!, ...kinds.filter(({ kind }) => kind === 'null')];
    return call.typed?.(made.length > 1 ? { kind: 'union', alternatives: made } : made[0]!, `what ${to} makes of it`) ?? value;
  };
  const each = (value: Value): Value => {
    const elements = call.elements(value);
    if (!elements) return make(value);
    const made = elements.map(make);
    return made.every((one, index) => one === elements[index]) ? value : asList(call, value, made);
  };
  return own.kind === 'oneOf' ? (call.oneOf?.(own.values.map(each), own.condition) ?? own) : each(own);
}

/** What is made of each of several values, or of each element of a list; null for one object and for what nobody knows. */
function throughout(call: Call, value: Value, make: (one: Value) => Value): Value | null {
  if (value.kind === 'oneOf')
    return (
      call.oneOf?.(
        value.values.map((each) => (each.kind === 'object' ? make(each) : each)),
        value.condition,
      ) ?? value
    );
  const elements = call.elements(value);
  return (
    elements &&
    asList(
      call,
      value,
      elements.map((each) => make(each)),
    )
  );
}

/** What `plainToInstance` makes of a value where it takes nothing but what the class exposes. */
function exposedOnly(call: Call, cls: Value, value: Value, options: Value, depth = 0): Value {
  const inner = (one: Value, of = cls): Value => (depth < MAX_DEPTH ? exposedOnly(call, of, one, options, depth + 1) : one);
  const several = throughout(call, value, inner);
  if (several) return several;
  // Whether it is one object or a list of them nobody knows of an unknown.
  if (value.kind !== 'object') return value;
  const rules = rulesOf(call, taken, call.get(cls, 'prototype'));
  const members: Record<string, Value> = {};
  for (const [name, outside] of exposedBy(rules, texts(call, call.get(options, 'groups')))) {
    const own = call.get(value, outside);
    const nested = namedBy(call, rules.get(name)?.type);
    const whole = nested ? inner(own, nested) : asNamed(call, rules.get(name)?.type, own);
    const { transform } = rules.get(name)!;
    members[name] = transform ? call.invoke(transform, [call.record({ value: whole, key: call.const(name), obj: value, options })]) : whole;
  }
  return instanceOf(call, call.get(cls, 'prototype'), members);
}

/** What `plainToInstance` makes of a value else: what the class excludes is left out, and what it names a type for is made of that. */
function instantiated(call: Call, cls: Value, value: Value, options: Value, depth = 0): Value {
  const inner = (one: Value, of = cls): Value => (depth < MAX_DEPTH ? instantiated(call, of, one, options, depth + 1) : one);
  const several = throughout(call, value, inner);
  if (several) return several;
  const rules = rulesOf(call, taken, call.get(cls, 'prototype'));
  const entries = value.kind === 'object' ? (call.knownEntries?.(value) ?? []) : [];
  const members: Record<string, Value> = {};
  let changed = false;
  for (const [name, own] of entries) {
    const rule = rules.get(name);
    const nested = namedBy(call, rule?.type);
    const whole = nested ? inner(own, nested) : asNamed(call, rule?.type, own);
    changed ||= rule?.excluded === true || nested !== null || whole !== own;
    if (!rule?.excluded) members[name] = whole;
  }
  if (!changed) return withArguments(call, 'plainToInstance', instanceOfClass, [cls, value]);
  const made = instanceOf(call, call.get(cls, 'prototype'), members);
  return call.isOpen(value) ? open(call, made) : made;
}

const plainToInstance: Transfer = (call) => {
  const [cls, value, options] = [argument(call, 0), argument(call, 1), argument(call, 2)];
  if (!call.isFunction(cls)) return value;
  return (flag(call, options, 'excludeExtraneousValues') ? exposedOnly : instantiated)(call, cls, value, options);
};

const transformers = (realm: Realm): Record<string, Value> => ({
  Type: typeDecorator(realm),
  Exclude: says(realm, 'Exclude', 0, () => ({ excluded: true })),
  Expose: says(realm, 'Expose', 0, (given) => {
    const options = argument(given, 0);
    const of = (name: string): Value => (options.kind === 'object' ? given.get(options, name) : given.const(undefined));
    return { exposed: { as: given.text(of('name')), groups: texts(given, of('groups')) } };
  }),
  Transform: says(realm, 'Transform', 1, (given) => (given.isFunction(argument(given, 0)) ? { transform: argument(given, 0) } : {})),
  ...functions(realm, {
    plainToInstance,
    plainToClass: plainToInstance,
    plainToClassFromExist: (call) => argument(call, 0),
    deserialize: (call) => call.unknown('an object from a text', { module: 'class-transformer', path: 'deserialize()' }),
    instanceToPlain,
    classToPlain: instanceToPlain,
    instanceToInstance: (call) => argument(call, 0),
    classToClass: (call) => argument(call, 0),
    serialize: (call) => call.typed?.({ kind: 'string' }, 'an object as text') ?? call.unknown('an object as text'),
  }),
});

/** class-transformer: what `@Exclude`, `@Expose` and `@Transform` make of objects that are written. */
export const classTransformerLibrary = defineLibrary({
  modules: {
    'class-transformer': (realm) => openModule(realm, 'class-transformer', transformers(realm)),
    'class-transformer-validator': (realm) =>
      openModule(
        realm,
        'class-transformer-validator',
        functions(realm, {
          transformAndValidate: (call) => promised(call, transformAndValidate(call)),
          transformAndValidateSync: transformAndValidate,
        }),
      ),
  },
});
