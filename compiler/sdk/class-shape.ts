import { ANY, unionOf, type Json, type Shape, type ShapeProperty, type Span } from '@tool/ir';
import type { Call, DeclaredMember, Realm, Transfer } from './adapter.js';
import {
  deferredShape,
  enumShape,
  intersectShapes,
  limit,
  objectShape,
  orNull,
  settledShape,
  type DraftShape,
} from './shape-operations.js';
import type { ObjectValue, Value } from './values.js';

/** What decorators say about one property of a class. */
export interface MemberRules {
  /** What validators demand of the value; of the elements when the property is a list. */
  readonly shape?: DraftShape;
  /** What is demanded of each element of a list. */
  readonly each?: DraftShape;
  /** The property is a list, of so many elements. */
  readonly list?: { readonly minItems?: number | undefined; readonly maxItems?: number | undefined };
  /** Each element of a list is checked by its class, and so is one object that stands there instead. */
  readonly nested?: boolean;
  /** Validators look into the objects in it. */
  readonly deep?: boolean;
  /** `() => Class` of the objects in it, and the class itself. */
  readonly type?: Value;
  /** A validator refuses a missing value. */
  readonly demanded?: boolean;
  /** A missing value is refused even where validators are told to leave missing values alone. */
  readonly defined?: boolean;
  /** What the property begins with, if validators let it pass. */
  readonly begins?: (call: Call, shape: DraftShape, initial: Value) => { readonly json?: Json | undefined } | null;
  /** A missing value is accepted, whatever validators say. */
  readonly optional?: boolean;
  /** What documentation says, which validators know better. */
  readonly documented?: { readonly shape: DraftShape; readonly required: boolean | null; readonly type?: Value; readonly list?: boolean };
  /** It is no part of what comes in. */
  readonly hidden?: boolean;
  /** It is left out where objects of the class are written, and documentation does not name it. */
  readonly unsent?: boolean;
  /** It is left out where objects of the class are made of what comes in: no part of that, if no validator and no documentation names it. */
  readonly untaken?: boolean;
  /** A validator looks at it, whatever that demands. */
  readonly validated?: boolean;
  /** So many decorators have said something. */
  readonly said?: number;
  readonly place?: Span;
}

/** Rules by prototype. Prototypes belong to one evaluation. */
const rules = new WeakMap<ObjectValue, Map<string, MemberRules>>();
/** Classes that a function made of another one: `PartialType(User)`. */
const derived = new WeakMap<ObjectValue, (call: Call, way: Way) => readonly ShapeProperty[]>();
/** What such a class takes over of the rules of those, which holds for a property that is declared again. */
const inheritedRules = new WeakMap<ObjectValue, (call: Call) => ReadonlyMap<string, MemberRules>>();
/** The classes that such a class was made of. */
const derivedFrom = new WeakMap<ObjectValue, readonly Value[]>();

/** A decorator of a property says something about it. */
export function describeMember(call: Call, change: (known: MemberRules) => MemberRules): void {
  const [prototype, name] = [call.args[0], call.args[1]];
  const key = name && call.text(name);
  if (prototype?.kind !== 'object' || key === null || key === undefined) return;
  let members = rules.get(prototype);
  if (!members) rules.set(prototype, (members = new Map()));
  const place = name?.origin?.span ?? call.span;
  const known = members.get(key) ?? {};
  members.set(key, { place, ...change(known), said: (known.said ?? 0) + 1 });
}

/** `Name(…)` gives a decorator of properties. Applied to anything else it does nothing. */
export const memberDecorator = (
  realm: Realm,
  name: string,
  apply: (given: Call) => (known: MemberRules, call: Call) => MemberRules,
): ObjectValue =>
  realm.fn(name, (given) => {
    const change = apply(given);
    return given.fn(name, (call) => {
      describeMember(call, (known) => change(known, call));
    });
  });

/** `Object.getPrototypeOf`. */
export const prototypeOf = (call: Call, value: Value): Value => {
  const objects = call.global?.('Object');
  return objects ? call.invoke(call.get(objects, 'getPrototypeOf'), [value]) : call.const(null);
};

/**
 * What an object of the class looks like when it comes in: from decorators of validators and of documentation and from the types of the
 * properties, those of base classes included. An object without members when nothing is known of the class.
 */
export const classShape = (call: Call, cls: Value, way?: Way): Shape => settledShape(call, classDraft(call, cls, way));

/** What an object of the class looks like when it is sent, as documentation states it. */
export const sentClassShape = (call: Call, cls: Value): Shape => settledShape(call, classDraft(call, cls, 'sent'));

/**
 * Whether objects of a class come in or are sent. `validated`: they come in, and members that no validator looks at may be missing; `spared`: validators leave
 * missing values alone as well. `listed`, `sparedListed`: members that no validator looks at are taken out or refused.
 */
export type Way = 'taken' | 'validated' | 'listed' | 'spared' | 'sparedListed' | 'sent';
/** The way of validators with these options. */
export function wayOfOptions(call: Call, options: Value | undefined): Way {
  const isSet = (name: string): boolean => options?.kind === 'object' && call.truthy(call.get(options, name)) === true;
  const spares = isSet('skipMissingProperties') || isSet('skipUndefinedProperties');
  if (!isSet('whitelist')) return spares ? 'spared' : 'validated';
  return spares ? 'sparedListed' : 'listed';
}

/** The same as a draft: classes that contain themselves. */
export function classDraft(call: Call, cls: Value, way: Way = 'taken'): DraftShape {
  const members = membersOf(call, cls, way);
  return members.length === 0 ? { kind: 'object', open: true } : objectShape(members);
}

/** Whether a class says anything about its properties. */
export const describesMembers = (call: Call, cls: Value): boolean => membersOf(call, cls).length > 0;

/** Whether a validator checks the properties of a class: documentation and types alone refuse nothing. */
function validatesMembers(call: Call, cls: Value): boolean {
  return levelsOf(call, cls).some((level) => {
    const source = derivedFrom.get(level);
    if (source) return source.some((each) => validatesMembers(call, each));
    const prototype = call.get(level, 'prototype');
    const own = prototype.kind === 'object' ? rules.get(prototype) : undefined;
    return [...(own?.values() ?? [])].some(
      (all) =>
        all.demanded !== undefined ||
        all.shape !== undefined ||
        all.each !== undefined ||
        all.list !== undefined ||
        all.nested ||
        all.optional !== undefined,
    );
  });
}

function membersOf(call: Call, cls: Value, way: Way = 'taken'): readonly ShapeProperty[] {
  const members = new Map<string, ShapeProperty>();
  const hidden = new Set<string>();
  const merged = new Map<string, MemberRules>();
  for (const level of levelsOf(call, cls)) {
    const made = derived.get(level);
    if (made) {
      for (const member of made(call, way)) members.set(member.name, member);
      for (const [name, all] of inheritedRules.get(level)?.(call) ?? []) merged.set(name, all);
      continue;
    }
    const prototype = call.get(level, 'prototype');
    const own = prototype.kind === 'object' ? rules.get(prototype) : undefined;
    const declared = new Map((call.declaredMembers?.(level) ?? []).map((member) => [member.name, member]));
    for (const name of new Set([
      ...declared.keys(),
      ...[...(own ?? [])].flatMap(([each, { place: _, said: __, ...rules }]) => (Object.keys(rules).length > 0 ? each : [])),
    ])) {
      // Validators of a base class hold for a property that is declared again.
      const all = { ...merged.get(name), ...own?.get(name) };
      merged.set(name, all);
      const left = way === 'sent' ? all.unsent : all.untaken && all.demanded === undefined && !all.shape;
      if (all.hidden || (left && !all.documented)) {
        hidden.add(name);
        continue;
      }
      const type = declared.get(name);
      // Another decorator may be a validator of a package that nobody reads.
      const isRead = way !== 'taken' && way !== 'sent' && (own?.get(name)?.said ?? 0) >= (type?.decorators ?? 0);
      if (isRead && !all.validated && (way === 'listed' || way === 'sparedListed')) {
        members.delete(name);
        continue;
      }
      const place = type?.place ?? all.place;
      const shape = memberShapeOf(call, all, type, way);
      // Who validates has made an object of the class.
      const initial = way === 'sent' ? undefined : type?.initial?.();
      const begins = !initial ? null : all.begins ? all.begins(call, shape, initial) : { json: call.json(initial) };
      const required = begins === null && isRequired(all, isRead || type?.optional, way);
      members.set(name, {
        name,
        shape: begins?.json === undefined || shape.deferred ? shape : { ...shape, default: begins.json },
        ...(required && { required }),
        ...(place && { place }),
      });
    }
  }
  return [...members.values()].filter(({ name }) => !hidden.has(name));
}

/** What decorators say about the properties of a class, those of what it extends, or was made of, included. */
function rulesOf(call: Call, cls: Value): ReadonlyMap<string, MemberRules> {
  const merged = new Map<string, MemberRules>();
  for (const level of levelsOf(call, cls)) {
    for (const [name, all] of inheritedRules.get(level)?.(call) ?? []) merged.set(name, all);
    const prototype = call.get(level, 'prototype');
    for (const [name, own] of (prototype.kind === 'object' && rules.get(prototype)) || [])
      merged.set(name, { ...merged.get(name), ...own });
  }
  return merged;
}

/** Validators decide; without any, what the documentation says, then the type. */
function isRequired(all: MemberRules, optional: boolean | undefined, way: Way): boolean {
  if (all.optional) return false;
  if (all.demanded !== undefined) return way === 'spared' || way === 'sparedListed' ? all.defined === true : all.demanded;
  if (all.documented?.required != null) return all.documented.required && optional !== true;
  return optional === false;
}

/** What a parameter with a declared type is taken as: `cls` is the class that describes it, of the elements when it is a list. */
export interface ParameterShape {
  readonly shape: Shape | undefined;
  readonly cls: Value | null;
  /** A validator of the class's properties can refuse it. */
  readonly checked: boolean;
}

/** What a parameter is by its declared type: a class that describes its members, an enum, or what its type says by itself. */
export function parameterShape(call: Call, declared: DeclaredMember | undefined, way?: Way): ParameterShape {
  const cls = declared?.cls && call.isFunction(declared.cls) && describesMembers(call, declared.cls) ? declared.cls : null;
  const validated = cls !== null && validatesMembers(call, cls);
  const one = cls
    ? settledShape(call, classDraft(call, cls, validated && !declared!.list ? way : 'taken'))
    : declared?.cls
      ? enumOf(call, declared.cls)
      : null;
  return {
    shape: one ? (declared!.list ? { kind: 'array', items: one } : one) : declared?.shape,
    cls,
    checked: validated && !declared!.list,
  };
}

/** The class and its bases, the outermost base first. */
function levelsOf(call: Call, cls: Value): readonly ObjectValue[] {
  const levels: ObjectValue[] = [];
  for (let at: Value = cls; at.kind === 'object' && call.isFunction(at) && levels.length < 12; at = prototypeOf(call, at))
    levels.unshift(at);
  return levels;
}

function memberShapeOf(
  call: Call,
  all: MemberRules,
  declared: Pick<DeclaredMember, 'shape' | 'cls' | 'list'> | undefined,
  way: Way,
): DraftShape {
  const inner = all.type ?? all.documented?.type ?? declared?.cls;
  const list =
    all.list !== undefined ||
    all.each !== undefined ||
    (all.nested === true && (!declared?.cls || declared.list)) ||
    declared?.list === true ||
    declared?.shape?.kind === 'array' ||
    all.documented?.list === true;
  const nested = inner && ofType(call, inner, way === 'sent' || all.deep ? way : 'taken');
  const typed = list ? elementOf(declared?.shape) : declared?.shape;
  const own = list ? all.each : all.shape;
  let shape: DraftShape = own ?? ANY;
  // A type says only that it is a number; validators know which. Documentation comes last.
  const documented = all.documented && unsaid(all.documented.shape, own);
  for (const more of [nested, documented, typed]) if (more) shape = combined(shape, more);
  if (!list) return shape;
  const whole: DraftShape = limit({ kind: 'array', ...(shape.kind !== 'any' || shape.deferred ? { items: shape } : {}) }, all.list ?? {});
  const made = all.shape?.default === undefined ? whole : { ...whole, default: all.shape.default };
  return all.optional && declared?.shape?.alternatives?.some(({ kind }) => kind === 'null') ? orNull(made) : made;
}

/** What the elements of a list are by its type, which may say that there is none: `string[] | null`. A type of no list is one of the elements. */
function elementOf(typed: Shape | undefined): Shape | undefined {
  const lists = (typed?.alternatives ?? (typed ? [typed] : [])).filter(({ kind }) => kind !== 'null');
  return lists.length > 0 && lists.every(({ kind }) => kind === 'array') ? unionOf(lists.map(({ items = ANY }) => items)) : typed;
}

/** What documentation says of the value that validators do not say otherwise: they decide what is refused. */
function unsaid(documented: DraftShape, own: DraftShape | undefined): DraftShape {
  const bounds = ['minLength', 'maxLength', 'minimum', 'maximum', 'pattern', 'format', 'enum'] as const;
  const rest = { ...documented } as { -readonly [Key in keyof DraftShape]: DraftShape[Key] };
  for (const bound of bounds) if (own?.[bound] !== undefined) delete rest[bound];
  return rest;
}

const combined = (shape: DraftShape, more: DraftShape): DraftShape => {
  if (shape.deferred) return shape;
  const [there, ...others] = (more.kind === 'union' && more.alternatives?.filter(({ kind }) => kind !== 'null')) || [];
  if (there?.kind === shape.kind && others.length === 0) return combined(shape, there);
  // Which object it is says its class.
  if (
    shape.kind === 'any' ||
    shape.kind === more.kind ||
    (shape.kind === 'integer' && more.kind === 'number') ||
    (more.deferred && shape.kind === 'object')
  )
    return intersectShapes(shape, more);
  const { description, example } = more;
  return { ...(description !== undefined && { description }), ...(example !== undefined && { example }), ...shape };
};

const OF_LANGUAGE: Readonly<Record<string, DraftShape>> = {
  String: { kind: 'string' },
  Number: { kind: 'number' },
  Boolean: { kind: 'boolean' },
  Date: { kind: 'string', format: 'date-time' },
  Object: { kind: 'object', open: true },
  Array: { kind: 'array' },
};

/** What a class, an enum, or one of the language's constructors stands for. `() => X` is X. */
function ofType(call: Call, given: Value, way: Way): DraftShape | null {
  const name = Object.keys(OF_LANGUAGE).find((each) => call.global?.(each) === given);
  if (name) return OF_LANGUAGE[name]!;
  if (given.kind !== 'object') return null;
  if (!call.isFunction(given)) return enumOf(call, given);
  if (!isClass(call, given)) {
    const made = call.invoke(given, []);
    return ofType(call, call.elements(made)?.[0] ?? made, way);
  }
  const parts = partsOf[way];
  const part =
    parts.get(given) ??
    deferredShape((inner) => classDraft(inner, given, way === 'sent' || validatesMembers(inner, given) ? way : 'taken'));
  parts.set(given, part);
  return part;
}

/** One part for each class: it is by the part that a class within itself is noticed. */
const partsOf: Readonly<Record<Way, WeakMap<ObjectValue, DraftShape>>> = {
  taken: new WeakMap(),
  validated: new WeakMap(),
  listed: new WeakMap(),
  spared: new WeakMap(),
  sparedListed: new WeakMap(),
  sent: new WeakMap(),
};

const isClass = (call: Call, value: ObjectValue): boolean => derived.has(value) || call.declaredMembers?.(value) != null;

/** The values of a TypeScript enum: those with numbers without the names that stand for them. */
export function enumOf(call: Call, given: Value): Shape | null {
  const elements = call.elements(given);
  const entries = elements ? null : given.kind === 'object' ? call.entries(given) : null;
  if (call.isOpen(given) || (!elements && !entries)) return null;
  const reverse = new Set(
    (entries ?? []).filter(([, value]) => typeof call.constant(value) === 'number').map(([, value]) => String(call.constant(value))),
  );
  const values = (elements ?? entries!.filter(([key]) => !reverse.has(key)).map(([, value]) => value)).map((value) => call.json(value));
  return values.length > 0 && values.every((value) => value !== undefined) ? enumShape(values) : null;
}

/** The properties of a class are what the model of a library says. */
export const describeClass = (cls: ObjectValue, members: (call: Call) => readonly ShapeProperty[]): void => {
  derived.set(cls, members);
};

/** Which properties of the classes that it was made of a class has, by prototype. */
const mappings = new WeakMap<ObjectValue, { readonly prototypes: readonly Value[]; readonly keeps: (name: string) => boolean }>();

/** What the classes that a prototype's class was made of say about their members, as `of` tells it of a prototype, for those members that it has. */
export function mappedMembers<Said>(prototype: ObjectValue, of: (prototype: Value) => Iterable<readonly [string, Said]>): [string, Said][] {
  const { prototypes = [], keeps } = mappings.get(prototype) ?? {};
  return prototypes.flatMap((each) => [...of(each)]).flatMap(([name, said]): [string, Said][] => (keeps!(name) ? [[name, said]] : []));
}

/** A class whose properties are those of other ones, changed. */
const mapped =
  (
    name: string,
    change: (property: ShapeProperty) => ShapeProperty,
    keeps: (given: Call, name: string) => boolean = () => true,
    says: MemberRules = {},
  ): Transfer =>
  (given) => {
    const sources = given.args.filter((arg) => given.isFunction(arg));
    const prototype = given.record({});
    const made = given.fn(name, (call) => call.record({}), { prototype });
    const members = (call: Call, way: Way): readonly ShapeProperty[] =>
      sources.flatMap((cls) => membersOf(call, cls, way)).filter((property) => keeps(given, property.name));
    derived.set(made, (call, way) => [...new Map(members(call, way).map((property) => [property.name, change(property)])).values()]);
    derivedFrom.set(made, sources);
    inheritedRules.set(
      made,
      (call) =>
        new Map(
          sources.flatMap((cls) =>
            [...rulesOf(call, cls)].flatMap(([member, all]): [string, MemberRules][] =>
              keeps(given, member) ? [[member, { ...all, ...says }]] : [],
            ),
          ),
        ),
    );
    if (prototype.kind === 'object')
      mappings.set(prototype, { prototypes: sources.map((cls) => given.get(cls, 'prototype')), keeps: (member) => keeps(given, member) });
    return made;
  };
const isNamed = (given: Call, name: string): boolean => {
  const list = given.args[1];
  return ((list && given.elements(list)) || []).some((each) => given.text(each) === name);
};
const same = (property: ShapeProperty): ShapeProperty => property;

/** `PartialType`, `PickType`, `OmitType` and `IntersectionType`. */
export const mappedTypes: Readonly<Record<string, Transfer>> = {
  PartialType: mapped('PartialType', ({ required: _, ...property }) => property, undefined, { optional: true }),
  PickType: mapped('PickType', same, isNamed),
  OmitType: mapped('OmitType', same, (given, name) => !isNamed(given, name)),
  IntersectionType: mapped('IntersectionType', same),
};
