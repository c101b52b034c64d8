import type { Guard } from '../context.js';
import type { ts } from '../../typescript/index.js';
import type { Shape, Span } from '@tool/ir';
import type { Const, HostData, ObjectValue, OneOf, Origin, Primitive, Provenance, Template, Unknown, Value } from '@tool/scanner-sdk';
import type { Scope } from './scope.js';
import { alikeTogether } from './alike-records.js';
import { Distinct, sameValue } from './distinct.js';
import type { Evaluator } from '../evaluator.js';

/** The call through which the evaluator came to where it is. Where it is never changes: objects keep frames as their creation stack. */
export class Frame {
  /** How many frames are above. */
  readonly depth: number;
  /**
   * The frame that runs on when this one ends or stops. It is the caller only where the call is an ordinary one: what the queue runs or
   * resumes is below the frame that lets the queue run, and its callers may themselves be waiting for it.
   */
  below: Frame | null = null;
  /** The condition it was called under. */
  guard: Guard | null = null;
  /** Of what runs from the queue in it and below it: steps since a host object was last told something there. */
  quiet = 0;
  /** Of a suspended function: lets what waits for it go on. Whatever still runs below it is not followed. */
  giveUp: (() => void) | null = null;
  gaveUp = false;
  /** It was left since the function that serves a request had taken all its steps: that is not held against the function which it runs. */
  isAtLimit = false;
  /** Of a suspended function that has been left for the first time: whether something waits for its result. */
  isAwaited: (() => boolean) | null = null;
  /** How often it now lets the queue run until what it waits for has settled: it cannot be taken out of there. */
  waits = 0;
  /** Steps that were not held against it, because what it waited for took them. */
  spared = 0;
  /** What `this` is in it. */
  self: Value | null = null;
  /** The variables of the function; null until it runs. */
  scope: Scope | null = null;
  /** The statement of it that runs. */
  at: ts.Node | null = null;
  /** Whether it runs beside the set-up (see `asides.ts`), once that was asked. */
  isAside: boolean | undefined = undefined;
  /** Nothing ran when it began: it is what was registered to serve requests, or a job of the queue. */
  isOutermost = false;
  /** Whether what it ends in comes to no answer (see `unheard.ts`), once that was asked. */
  isUnheard: boolean | undefined = undefined;
  constructor(
    readonly parent: Frame | null,
    /** The function that runs; null for a module's top level. */
    readonly fn: Obj | null,
    /** The call expression in the caller. */
    readonly callNode: ts.Node | null,
    /** The module that the running code belongs to. */
    readonly module: ModuleRecord,
    /** The module of the caller: where `callNode` is. */
    readonly callModule: ModuleRecord | null,
    /** What it was called with. */
    readonly args: readonly Value[] = [],
    /** Steps of the evaluation when it began. */
    public enteredAt = 0,
  ) {
    this.depth = parent ? parent.depth + 1 : 0;
  }
}

export interface ModuleRecord {
  readonly file: string;
  readonly source: ts.SourceFile;
  readonly scope: Scope;
  /** `module` of CommonJS: an object with `exports`. */
  readonly moduleObject: Obj;
  /** What `module.exports` holds before the module runs. */
  readonly ownExports: Obj;
  /** The namespace object of an ES module; null until something needs it. */
  namespace: Obj | null;
  /** Exported name → how to read it. */
  readonly exports: Map<string, () => Value>;
  /** `export * from`: asked for names that `exports` lacks. */
  readonly stars: ((name: string | null) => ModuleRecord | Value | null)[];
  /**
   * Names that `export * from` was found to give, with the module that exports each by itself, and those that were searched for it: folders that export
   * all of one another are searched once.
   */
  readonly starred: Map<string, { readonly by: ModuleRecord; readonly through: readonly ModuleRecord[] }>;
  /** Names that the module and all that it exports from were found not to give, with the modules that were searched. */
  readonly unexported: Map<string, readonly ModuleRecord[]>;
  readonly isEsm: boolean;
  state: 'new' | 'running' | 'done';
  /** What decides its values, where it only shows what a module that is not in the project looks like. */
  configuration?: string;
  /** Whether it is loaded for its effects (`import './x'`): what it passes on runs as well, though nobody asks it for a name. */
  forEffects?: boolean;
  /** Modules that this one imports and that nothing forced yet. */
  readonly pendingImports: (() => void)[];
}

/** Where a value was made: a node, and the calls through which the program came there. */
export class Site implements Origin {
  constructor(
    readonly node: ts.Node,
    readonly module: ModuleRecord,
    readonly frame: Frame | null,
    private readonly spanOf: (site: Site) => Span,
  ) {}
  get span(): Span {
    return this.spanOf(this);
  }
  /** Another place of the same text, reached by the same calls. */
  at(node: ts.Node): Site {
    return new Site(node, this.module, this.frame, this.spanOf);
  }
  /** The place by itself: whoever keeps it keeps nothing of the calls, and of what was in their variables. */
  get withoutCalls(): Site {
    return this.frame ? new Site(this.node, this.module, null, this.spanOf) : this;
  }
}

export type Native = (evaluator: Evaluator, self: Value, args: readonly Value[], site: Site, newTarget: Value | null) => Value;

export interface Closure {
  readonly kind: 'closure';
  readonly node: ts.FunctionLikeDeclaration;
  readonly scope: Scope;
  readonly module: ModuleRecord;
  /** Where `super` starts looking. */
  readonly home: Obj | null;
  readonly newTarget: Value | null;
  /** Of a generator that is run as an asynchronous function: what each `yield` waits for. */
  readonly waitsFor?: WaitsFor;
}

/** What a `yield` waits for that gives out a value. `called`: calls a function there. */
export type WaitsFor = (given: Value, called: (fn: Value) => Value) => Value;

export interface ClassData {
  readonly kind: 'class';
  readonly node: ts.ClassLikeDeclaration;
  readonly scope: Scope;
  readonly module: ModuleRecord;
  readonly base: Value | null;
  /** Computed keys of fields, evaluated once with the class. */
  readonly fieldKeys: Map<ts.Node, PropertyKey>;
  /** What decorators want to be run with each object, and what they put around the first values of fields. */
  readonly initializers: Value[];
  readonly wrapped: Map<ts.Node, Value[]>;
}

export interface NativeData {
  readonly kind: 'native';
  readonly call: Native;
  /** Set when it runs in place of a function of the program. */
  readonly standsFor?: StandIn;
}

/** What a native that a framework puts in place of a function of the program says of it. */
export interface StandIn {
  readonly of: Obj;
  /** What the framework passes to the function on its own account: roles that a decorator states. */
  readonly args: readonly Value[];
  /** What it answers where the function refuses. */
  readonly statuses: readonly number[];
  /** Functions of the program that it may run as well. */
  readonly also: readonly Obj[];
}
export interface BoundData {
  readonly kind: 'bound';
  readonly target: Value;
  readonly self: Value;
  readonly args: readonly Value[];
}
export type FunctionData = Closure | ClassData | NativeData | BoundData;

/** State of a record of configuration values: the members that it lacks are undefined only because nobody set them. */
export interface UnsetMembers {
  readonly unset: string;
}

export interface Prop {
  value: Value;
  get: Value | null;
  set: Value | null;
  enumerable: boolean;
  /** Exists only under a condition that the source does not decide. */
  conditional: string | null;
  /** The default configuration lacks it: `conditional` names the value that another one sets. */
  configured?: boolean;
  /** What it is called, where only run time knows the text of that. */
  name?: Value;
}

let serials = 0;
/** Of what functions that serve requests make; what the set-up makes meanwhile is older. */
const FIRST_OF_REQUESTS = 2 ** 30;
let others = FIRST_OF_REQUESTS;

/** Whether what has this serial was made by the set-up, and is there for every request. */
export const isOfSetUp = (serial: number): boolean => serial < FIRST_OF_REQUESTS;

/** Counts what is made for a request, or for the set-up, from here on; returns how it was counted before. */
export function countFor(made: 'request' | 'set-up'): 'request' | 'set-up' {
  const before = isOfSetUp(serials) ? 'set-up' : 'request';
  if (before !== made) [serials, others] = [others, serials];
  return before;
}

/** Whether a request is served: what is made now is made for it. */
export const isOfRequest = (): boolean => !isOfSetUp(serials);

/** Variables and objects of the set-up → names of members that were found to hold a plain value or nothing; null: it was looked at as a whole. */
export type Reads = Map<object, Set<PropertyKey | null>>;
let reads: Reads | null = null;

/** Notes from here on what is read; returns where that was noted before. */
export function noteReads(into: Reads | null): Reads | null {
  const before = reads;
  reads = into;
  return before;
}

/** A variable or a member was found to hold a plain value or nothing, or (`key` null) an object was looked at as a whole. */
export function noteRead(holder: { readonly serial: number }, key: PropertyKey | null): void {
  if (!reads || !isOfSetUp(holder.serial)) return;
  const keys = reads.get(holder);
  if (keys) keys.add(key);
  else reads.set(holder, new Set([key]));
}

/** Everything younger than an arm needs no undo in it. */
export const nextSerial = (): number => (earlier === null ? ++serials : (earlier += STEP));
export const currentSerial = (): number => earlier ?? serials;

/** The last number between those of the set-up; null: what is made is the youngest. */
let earlier: number | null = null;
let taken = 0;
const STEP = 2 ** -22;

/**
 * Numbers what is made meanwhile as older than all with this serial: it belongs to the whole program, although an arm is the first to need it,
 * and what the arm changes of it is undone with the arm.
 */
export function numberedBefore(serial: number, run: () => void): void {
  const outer = earlier;
  const from = (earlier = Math.ceil(serial) - 2 + taken);
  try {
    run();
  } finally {
    taken += earlier - from;
    earlier = outer;
  }
}

/** Runs something that makes a part of what has this serial only now: the part is as old as the whole, and no older than the set-up's end if that is not. */
function numberedWith<Made>(serial: number, make: () => Made): Made {
  const outer = earlier;
  earlier = Math.ceil(serial) - 0.5;
  try {
    return make();
  } finally {
    earlier = outer;
  }
}

/** A property of an object of which the value is made when somebody asks for it. */
export function lazyProp({ serial }: Obj, make: () => Value): Prop {
  let made: Value | null = null;
  return {
    get value(): Value {
      return (made ??= numberedWith(serial, make));
    },
    set value(value: Value) {
      made = value;
    },
    get: null,
    set: null,
    enumerable: true,
    conditional: null,
  };
}

/** Every object of the program. Changed only through the evaluator, which logs what an undecided arm has to undo. */
export class Obj implements ObjectValue {
  readonly kind = 'object';
  readonly serial = nextSerial();
  props: Map<PropertyKey, Prop> | null = null;
  elements: Value[] | null = null;
  /** Entries of a Map (key identity → [key, value]) or Set. */
  entries: Map<unknown, [Value, Value]> | null = null;
  /** There may be more properties or elements than the known ones. */
  open = false;
  /** A list of unknown length whose elements all look like the known one. */
  uniform = false;
  /** A list of unknown length that may have no element at all: its first one may be missing. */
  mayBeEmpty = false;
  /** Rounds have added to it, of which nobody knows how many there are (`filledWith`). */
  filled = false;
  /** The setting that decides how many elements or entries there are: those are there that the default configuration makes. */
  counted: string | null = null;
  /** What an open object has beside its known members: the value that was spread into it. */
  rest: Unknown | null = null;
  /** Whole parts of a request that were spread into it one after the other: whichever of them a member came in with. */
  merged: readonly Unknown[] | null = null;
  /** The members as they were when a part of a request was spread over them: where they are so still, that may have brought another value. */
  under: Map<PropertyKey, Value> | null = null;
  host: HostData | null = null;
  fn: FunctionData | null = null;
  /** Built-in state: promise, regular expression, generator … */
  internal: unknown = null;
  constructor(
    public cls: string,
    public proto: Value | null,
    public origin: Site | null,
  ) {}
}

export const constant = (value: Primitive, origin: Origin | null = null, taint: string | null = null): Const => ({
  kind: 'const',
  value,
  origin,
  taint,
});
export const UNDEFINED: Const = constant(undefined);
export const NULL: Const = constant(null);
export const TRUE: Const = constant(true);
export const FALSE: Const = constant(false);
/** What members and entries are kept under whose names only run time knows: a symbol of this description for each. */
export const UNKNOWN_KEY = 'unknown key';
export const isUnknownKey = (key: unknown): boolean => typeof key === 'symbol' && key.description === UNKNOWN_KEY;
export const bool = (value: boolean): Const => (value ? TRUE : FALSE);

const NOTHING_CARRIED: readonly ObjectValue[] = [];
export const unknown = (
  why: string,
  origin: Origin | null = null,
  provenance: Provenance | null = null,
  carries: readonly ObjectValue[] = NOTHING_CARRIED,
  taint: string | null = null,
): Unknown => ({ kind: 'unknown', why, origin, provenance, carries, taint });

const ofMany = new WeakSet<Value>();
/** A value that was made of an element or a key of which nobody knows how many there are: a default stands for none of them all. */
export const isOfMany = (value: Value): boolean => ofMany.has(value);
export function noteOfMany<Made extends Value>(value: Made, of: Value | null = null): Made {
  if (of === null || ofMany.has(of)) ofMany.add(value);
  return value;
}

const kept = new WeakSet<Value>();
let keepsAny = false;
/** A value that the program has put into a cache before: it looks like what is there where the cache has none. */
export const isKept = (value: Value): boolean => kept.has(value);
export function noteKept<Made extends Value>(value: Made, of: Value | null = null): Made {
  if (of === null || kept.has(of)) {
    kept.add(value);
    keepsAny = true;
  }
  return value;
}

export const prop = (value: Value, enumerable = true): Prop => ({ value, get: null, set: null, enumerable, conditional: null });

export { sameValue };

/** How many alternatives are told apart. */
const MAX_ALTERNATIVES = 8;
const MAX_MANIFOLD = 64;
/** The same of what says which status is answered: a mapper of errors has one for each. */
const MAX_STATUSES = 32;

/** Absence as an alternative: an element or property that exists only under a condition. Never leaves lists. */
export const ABSENT: Unknown = unknown('absent');

/** What is made where a cache has none, without what comes out of it, nor the like of it around that: `[JSON.parse(kept), null]`. */
function madeOf(values: Value[]): Value[] {
  if (!keepsAny) return values;
  const made = values.filter((value) => !kept.has(value) && ![...membersOf(value).values()].some(isKept));
  const tells = (value: Value): boolean => !(value as Obj).fn && membersOf(value).size > 0;
  const isMade = (value: Value): boolean =>
    made.some((one) =>
      kept.has(value)
        ? tells(one)
        : [...membersOf(value)].every(([key, own]) => {
            const other = membersOf(one).get(key);
            return other && (!kept.has(own) || tells(other));
          }),
    );
  return made.length < values.length && values.every((value) => made.includes(value) || isMade(value)) ? made : values;
}
/** What the program has put there: what a record is still to make is none of that. */
const membersOf = (value: Value): ReadonlyMap<unknown, Value> =>
  new Map<unknown, Value>(
    value.kind === 'object'
      ? ((value as Obj).elements?.entries() ??
          [...((value as Obj).props ?? [])].map(([key, own]) => [
            key,
            Object.getOwnPropertyDescriptor(own, 'value')?.get ? UNDEFINED : own.value,
          ]))
      : [],
  );

/** The alternatives, flattened and without repetition; of too many the records that look alike become one, else all become Unknown. */
export function oneOf(values: readonly Value[], condition: string, preferred = false): Value {
  const distinct = new Distinct(preferred);
  for (const value of values) distinct.add(value);
  const flat = preferred ? distinct.values : madeOf(distinct.values);
  // Beside the default configuration's value one that nobody knows says nothing.
  const kept = preferred ? flat.filter((value, index) => index === 0 || !saysNothing(value)) : flat;
  if (kept.length < flat.length) kept[0] = asConfigured(kept[0]!, condition);
  if (kept.length === 1) return kept[0]!;
  // Some of the answers are worth more than none.
  if (kept.length > MAX_MANIFOLD && kept.every(isManifold)) return oneOf(kept.slice(0, MAX_MANIFOLD), condition, preferred);
  if (areTooMany(kept)) {
    const fewer = preferred ? null : alikeTogether(kept, MAX_ALTERNATIVES);
    return fewer ? oneOf(fewer, condition, preferred) : tooMany(eachOnce(flat, carriedByOne), scalarOf(flat));
  }
  return { kind: 'oneOf', values: kept, preferred: preferred && !kept.every(isRecordOfRequest), condition, origin: null } satisfies OneOf;
}

/** A record that is made while a request is served: where a setting decides which one, it is one of several answers, as where anything else does. */
const isRecordOfRequest = (value: Value): boolean =>
  value.kind === 'object' && !isOfSetUp((value as Obj).serial) && (value as Obj).cls === 'Object' && !value.host;

const areTooMany = (values: readonly Value[]): boolean => {
  if (values.length <= MAX_ALTERNATIVES) return false;
  const others = values.filter((value) => !isManifold(value));
  return (
    (others.length > MAX_ALTERNATIVES || (others.length > 0 && values.length > MAX_MANIFOLD)) &&
    !(values.length <= MAX_STATUSES && isOfRequest() && others.every(saysStatus))
  );
};

/** A status, or a record that holds one. */
export const saysStatus = (value: Value): boolean =>
  value.kind === 'const'
    ? typeof value.value === 'number' && value.value >= 100 && value.value < 600
    : value.kind === 'object' &&
      (value as Obj).cls === 'Object' &&
      !value.host &&
      [...((value as Obj).props?.values() ?? [])].some((own) => own.value.kind === 'const' && saysStatus(own.value));

const tooMany = (carries: readonly ObjectValue[], shape: Shape | null): Unknown => ({
  ...unknown(`more than ${MAX_ALTERNATIVES} alternatives`, null, null, carries),
  ...(shape && { shape }),
});

/** What all of them are where a request is served: texts, or numbers; null where they are not alike in that. */
function scalarOf(values: readonly Value[]): Shape | null {
  const [first, ...others] = values;
  const type = isOfRequest() && first ? scalarTypeOf(first) : null;
  return type && others.every((other) => scalarTypeOf(other) === type) ? { kind: type } : null;
}

function scalarTypeOf(value: Value): 'string' | 'number' | null {
  if (value.kind === 'template') return 'string';
  const type = value.kind === 'const' ? typeof value.value : value.kind === 'unknown' ? value.shape?.kind : undefined;
  return type === 'string' ? 'string' : type === 'number' || type === 'integer' ? 'number' : null;
}

const carriedByOne = (value: Value): readonly ObjectValue[] =>
  value.kind === 'object' && value.host ? [value] : value.kind === 'unknown' ? value.carries : NOTHING_CARRIED;

/** Alternatives that come one after the other, asked for what they are together in between. Too many are too many from then on. */
export class Alternatives {
  private readonly distinct = new Distinct();
  private readonly carries = new Set<ObjectValue>();
  /** How many of them have been looked at. */
  private seen = 0;
  /** They are all texts, or all numbers. */
  private isScalar = true;
  private full = false;

  add(value: Value): void {
    this.distinct.add(value);
    const { values } = this.distinct;
    for (; this.seen < values.length; this.seen++) {
      for (const host of carriedByOne(values[this.seen]!)) this.carries.add(host);
      this.isScalar &&= scalarOf([values[0]!, values[this.seen]!]) !== null;
    }
    this.full ||= areTooMany(values);
  }

  get areTooMany(): boolean {
    return this.full;
  }

  /** The same as `oneOf` of all of them and these. */
  with(others: readonly Value[], condition: string): Value {
    if (this.full && others.every((value) => value.kind !== 'oneOf' && carriedByOne(value).length === 0))
      return tooMany([...this.carries], scalarOf(this.isScalar ? [this.distinct.values[0]!, ...others] : []));
    return oneOf([...this.distinct.values, ...others], condition);
  }
}

/** What an adapter gathers arm by arm is worth nothing when it is not all there. */
const isManifold = (value: Value): boolean => value.kind === 'object' && (value as Obj).host?.type.manifold === true;

const saysNothing = (value: Value): boolean =>
  value.kind === 'template' || (value.kind === 'unknown' && value !== ABSENT && value.provenance === null && value.carries.length === 0);

/** The alternatives of a value, or itself. */
export const alternativesOf = (value: Value): readonly Value[] => (value.kind === 'oneOf' ? value.values : [value]);

/** The value under the default configuration. */
export const plain = (value: Value): Value => (value.kind === 'oneOf' && value.preferred ? value.values[0]! : value);

export const isNullish = (value: Value): boolean => value.kind === 'const' && value.value == null;

/** What surely is nothing here, since another arm has what it is otherwise: reading a member of it ends the arm. */
const nothings = new WeakSet<Value>();
export const nothing = (value: Const): Const => {
  const made: Const = { ...value };
  nothings.add(made);
  return made;
};
export const isNothing = (value: Value): boolean => nothings.has(value);

/** What a request does not have, or what stands in for it then: no secret is like that, configured here or where the program serves. */
const missed = new WeakSet<Value>();
export const lacking = (value: Const): Const => {
  const made: Const = { ...value };
  missed.add(made);
  return made;
};
export const isLacking = (value: Value): boolean => missed.has(value);

/** What a table may give where its key is not set here: nothing but what is in it where the program runs. `configs[process.env.NODE_ENV]`. */
const tables = new WeakMap<Value, Value>();
export const fromTable = (found: Const, members: Value): Const => {
  const made: Const = { ...found };
  tables.set(made, members);
  return made;
};
export const tableOf = (value: Value): Value | undefined => tables.get(value);

export function taintOf(value: Value): string | null {
  return value.kind === 'const' || value.kind === 'unknown'
    ? value.taint
    : value.kind === 'oneOf' && value.preferred
      ? value.condition
      : null;
}

/** Says of a text that a file holds it, which may hold another one where the program is installed. */
export const contentOf = (file: string): string => `${CONTENT}${file}`;
/** That of what such a text is split into: whoever takes a text apart reads a table or a list that belongs to the program, not a setting. */
export const taintOfPieces = (text: Value): string | null => {
  const taint = taintOf(text);
  return taint?.startsWith(CONTENT) ? null : taint;
};
const CONTENT = 'the file ';

/** The setting that a value is, or that a text holds: `Bearer ${process.env.KEY}`. */
export const settingOf = (value: Value): string | null =>
  value.kind === 'template'
    ? value.parts.reduce<string | null>((found, part) => found ?? (typeof part === 'string' ? null : settingOf(part)), null)
    : taintOf(value);

export function withTaint(value: Value, taint: string | null): Value {
  if (!taint) return value;
  if (value.kind === 'const' && !value.taint) return { ...value, taint };
  if (value.kind === 'unknown' && !value.taint) return { ...value, taint };
  if (value.kind === 'oneOf' && value.preferred)
    return { ...value, values: [withTaint(value.values[0]!, taint), ...value.values.slice(1)] };
  return value;
}

/** What stands in for a setting that is not set: under another configuration it is another value, and a list without elements has some. */
export function asConfigured(value: Value, setting: string): Value {
  if (value.kind === 'object' && (value as Obj).elements?.length === 0) (value as Obj).counted ??= setting;
  return withTaint(value, setting);
}

/** Constants that are something whatever the configuration is: `process.env.BASE || '/shop'`. */
const something = new WeakSet<Value>();
export const isSomething = (value: Value): boolean => something.has(value);
export function asSomething(value: Value): Value {
  if (value.kind === 'const' && value.value) something.add(value);
  return value;
}

/** How many there are of something, told apart from other numbers: there are never two and a half. */
const counts = new WeakSet<Value>();
export const isCount = (value: Value): boolean => counts.has(value);
export function countOf(number: number, taint: string | null): Const {
  const count = constant(number, null, taint);
  counts.add(count);
  return count;
}

/** What is computed of one value, for each that it may be: what a setting decides stays so. */
export function ofEach(value: Value, compute: (one: Value) => Value): Value {
  if (value.kind !== 'oneOf') return withTaint(compute(value), taintOf(value));
  // What comes with a request is looked at as a whole.
  return value.preferred
    ? oneOf(
        value.values.map((alternative) => compute(alternative === ABSENT ? UNDEFINED : alternative)),
        value.condition,
        true,
      )
    : compute(value);
}

/** No path or name is longer; doubling texts would grow without end. */
const MAX_TEXT = 10_000;

export const template = (parts: readonly (string | Value)[], origin: Origin | null): Value => {
  const merged: (string | Value)[] = [];
  for (const part of parts) {
    if (typeof part === 'string') {
      if (part === '') continue;
      const last = merged.at(-1);
      if (typeof last === 'string') merged[merged.length - 1] = last + part;
      else merged.push(part);
    } else if (part.kind === 'template')
      for (const inner of part.parts) {
        const last = merged.at(-1);
        if (typeof inner === 'string' && typeof last === 'string') merged[merged.length - 1] = last + inner;
        else merged.push(inner);
      }
    else merged.push(part);
  }
  if (merged.some((part) => typeof part === 'string' && part.length > MAX_TEXT))
    return unknown('a text longer than the scan follows', origin);
  if (merged.every((part) => typeof part === 'string')) return constant(merged.join(''), origin);
  return { kind: 'template', parts: merged, origin } satisfies Template;
};

/** Host objects that a value brings along. */
export function carriedBy(value: Value): readonly ObjectValue[] {
  if (value.kind === 'object') {
    if (value.host) return value.host.type.inert ? NOTHING_CARRIED : [value];
    const object = value as Obj;
    if (object.cls === 'Promise') {
      const state = object.internal as { value?: Value } | null;
      return state?.value ? carriedBy(state.value) : NOTHING_CARRIED;
    }
    return object.elements ? carriedByAll(object.elements) : NOTHING_CARRIED;
  }
  if (value.kind === 'unknown') return value.carries;
  return value.kind === 'oneOf' ? carriedByAll(value.values) : NOTHING_CARRIED;
}

/** Host objects that some of the values bring along, each once. */
export const carriedByAll = (values: readonly Value[]): readonly ObjectValue[] => eachOnce(values, carriedBy);

function eachOnce(values: readonly Value[], carried: (value: Value) => readonly ObjectValue[]): readonly ObjectValue[] {
  let all: Set<ObjectValue> | null = null;
  for (const value of values) for (const host of carried(value)) (all ??= new Set()).add(host);
  return all ? [...all] : NOTHING_CARRIED;
}

/** How many elements of one list may be uncertain before the rest of it counts as unknown. */
const MAX_MAYBE = 64;

/** Adds an element that only an alternative has; one that is there already is not added twice, so that lists stay small. False when there are too many: the list is open then. */
export function addMaybe(list: Value[], element: Value, condition: string, preferred: boolean): boolean {
  const present =
    element.kind === 'oneOf' && element.values.includes(ABSENT) ? element.values.filter((value) => value !== ABSENT) : [element];
  for (const other of list)
    if (
      present.every((value) => (other.kind === 'oneOf' ? other.values.some((known) => sameValue(known, value)) : sameValue(other, value)))
    )
      return true;
  if (list.length > MAX_MAYBE && list.filter((value) => value.kind === 'oneOf').length > MAX_MAYBE) return false;
  list.push(oneOf([ABSENT, ...present], condition, preferred));
  return true;
}

/** Whether one of the alternatives of a value is that there is none. */
export const mayBeAbsent = (value: Value): boolean => value.kind === 'oneOf' && value.values.includes(ABSENT);

/** How many elements from the first on are known to be there, of lists so long that asking each of them for every `length` would take most of the time. */
const present = new WeakMap<readonly Value[], number>();
const LONG_LIST = 32;
export function lacksSome(elements: readonly Value[]): boolean {
  if (elements.length <= LONG_LIST) return elements.some(mayBeAbsent);
  for (let index = present.get(elements) ?? 0; index < elements.length; index++) if (mayBeAbsent(elements[index]!)) return true;
  present.set(elements, elements.length);
  return false;
}
/** Elements have been taken out of the list, or one was replaced by another one. */
export const tookOut = (elements: readonly Value[], count: number): void => {
  const known = present.get(elements);
  if (known !== undefined) present.set(elements, Math.max(0, known - count));
};
export const presentOrUndefined = (value: Value): Value =>
  mayBeAbsent(value) && value.kind === 'oneOf'
    ? oneOf(
        value.values.map((alternative) => (alternative === ABSENT ? UNDEFINED : alternative)),
        value.condition,
        value.preferred,
      )
    : value;
