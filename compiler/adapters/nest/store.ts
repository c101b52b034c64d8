import {
  defineHostType,
  prototypeOf,
  type Call,
  type Emit,
  type ObjectValue,
  type Primitive,
  type Realm,
  type Value,
} from '@tool/scanner-sdk';

import type { Application } from './application.js';
import type { Exchange } from './exchange.js';

/** What metadata is kept under: names by their text, `Reflector.createDecorator()` by the decorator itself. */
export type MetadataKey = Primitive | ObjectValue;

/** A call that the program made, kept so that what comes of it later has its place. */
export interface Caller {
  readonly call: Call;
  readonly emit: Emit;
}

/** The names that the framework itself keeps its metadata under. */
export const KEYS = {
  path: 'path',
  method: 'method',
  version: '__version__',
  host: 'host',
  controller: '__controller__',
  guards: '__guards__',
  interceptors: '__interceptors__',
  pipes: '__pipes__',
  filters: '__exceptionFilters__',
  catches: '__filterCatchExceptions__',
  httpCode: '__httpCode__',
  redirect: '__redirect__',
  contentType: '__contentType__',
  serialize: '__serialize__',
  imports: 'imports',
  controllers: 'controllers',
  providers: 'providers',
  global: '__global__',
  scope: 'scope',
  modulePath: '__module_path__',
} as const;

/** Metadata that was read. */
export interface Noted {
  readonly key: MetadataKey;
  readonly value: Value;
}

/**
 * What decorators said about classes and methods in one evaluation. It is keyed by the objects themselves, as `reflect-metadata` does it:
 * a method's metadata belongs to its function, so that a method that overrides it has none.
 */
export class Store {
  private readonly metadata = new WeakMap<ObjectValue, Map<MetadataKey, Value>>();
  /** The method that one which a package has made stands for: what is said of that, before or later, holds for it. */
  readonly originals = new WeakMap<ObjectValue, Value>();
  /** Decorated members of a prototype, in the order of their declarations, with the call that said what they answer. */
  readonly members = new WeakMap<ObjectValue, Map<string, Caller>>();
  /** Functions of which metadata that are written without a decorator say that they answer, with the call that said so. */
  readonly described = new Map<ObjectValue, Caller>();
  /** Tokens of constructor parameters, by class. */
  readonly tokens = new WeakMap<ObjectValue, Map<number, Value>>();
  /** Tokens of properties, by prototype and name; null where the property's type is the token. */
  readonly properties = new WeakMap<ObjectValue, Map<string, Value | null>>();
  /** Every class that `@Controller` was applied to, in the order of evaluation. */
  readonly controllers: { readonly cls: ObjectValue; readonly caller: Caller }[] = [];
  /** Every application that the program creates. */
  readonly applications: Application[] = [];
  /** Configuration factories in the order of their registration. */
  readonly configFactories: Value[] = [];
  configuration: Value | null = null;
  /** Providers of the options of `PassportModule`, in the order of their registration. */
  readonly passportOptions: Value[] = [];
  /** The class that handles each class of commands and queries, and the classes of the buses that bring them there. */
  readonly messageHandlers = new Map<ObjectValue, ObjectValue>();
  readonly buses = new Set<ObjectValue>();
  /** What the run that was begun last serves. */
  serving: Exchange | null = null;
  /** The global `Reflect` has its metadata functions. */
  reflecting = false;
  private noted: Noted[] | null = null;

  /** Of a function that is one of several, each has it. */
  define(target: Value, key: MetadataKey, value: Value): void {
    if (target.kind === 'oneOf') {
      for (const alternative of target.values) this.define(alternative, key, value);
      return;
    }
    if (target.kind !== 'object') return;
    let own = this.metadata.get(target);
    if (!own) this.metadata.set(target, (own = new Map()));
    own.set(key, value);
  }

  delete(target: Value, key: MetadataKey): void {
    if (target.kind === 'oneOf') for (const alternative of target.values) this.delete(alternative, key);
    else if (target.kind === 'object') this.metadata.get(target)?.delete(key);
  }

  /** Notes what a decorator of a constructor's parameter, or of a property, asks for: the arguments of the decorator's call say which. */
  inject(call: Call, token: Value | null): void {
    const [target, key, at] = call.args;
    if (target?.kind !== 'object') return;
    const index = at && call.constant(at),
      name = key && call.text(key);
    if (typeof index === 'number') {
      if (token) put(this.tokens, target, index, token);
    } else if (typeof name === 'string') put(this.properties, target, name, token);
  }

  addMember(prototype: ObjectValue, key: string, caller: Caller): void {
    put(this.members, prototype, key, caller);
  }

  own(target: Value, key: MetadataKey): Value | null {
    if (target.kind === 'oneOf') return firstOf(target.values, (alternative) => this.own(alternative, key));
    if (target.kind !== 'object') return null;
    const original = this.originals.get(target);
    return this.metadata.get(target)?.get(key) ?? (original ? this.own(original, key) : null);
  }

  /** Runs something and gives the metadata that it has read meanwhile, in order. */
  noting(run: () => void): readonly Noted[] {
    const { noted: outer } = this;
    const noted: Noted[] = [];
    this.noted = noted;
    try {
      run();
    } finally {
      this.noted = outer;
    }
    return noted;
  }

  /** The metadata of an object or of what it inherits from. */
  read(call: Call, target: Value, key: MetadataKey): Value | null {
    const found = this.inherited(call, target, key);
    if (found) this.noted?.push({ value: found, key });
    return found;
  }

  private inherited(call: Call, target: Value, key: MetadataKey): Value | null {
    if (target.kind === 'oneOf') return firstOf(target.values, (alternative) => this.inherited(call, alternative, key));
    let at: Value = target;
    for (let depth = 0; depth < 20 && at.kind === 'object'; depth++) {
      const own = this.own(at, key);
      if (own) return own;
      at = prototypeOf(call, at);
    }
    return null;
  }

  keys(target: Value): readonly MetadataKey[] {
    if (target.kind === 'oneOf') return [...new Set(target.values.flatMap((alternative) => this.keys(alternative)))];
    return target.kind === 'object' ? [...(this.metadata.get(target)?.keys() ?? [])] : [];
  }
}

function put<Key, Kept>(all: WeakMap<ObjectValue, Map<Key, Kept>>, target: ObjectValue, key: Key, kept: Kept): void {
  const known = all.get(target);
  if (known) known.set(key, kept);
  else all.set(target, new Map([[key, kept]]));
}

function firstOf(values: readonly Value[], read: (value: Value) => Value | null): Value | null {
  for (const value of values) {
    const found = read(value);
    if (found) return found;
  }
  return null;
}

/** Its prototype stands for the evaluation: every evaluation has a realm of its own. */
const storeType = defineHostType<null>({ name: 'nest.store', methods: {} });
const stores = new WeakMap<ObjectValue, Store>();

export function storeOf(realm: Realm): Store {
  const identity = realm.prototype(storeType);
  let store = stores.get(identity);
  if (!store) stores.set(identity, (store = new Store()));
  return store;
}

/** A metadata key as the program gave it; null when it is not known. */
export const keyOf = (call: Call, value: Value | undefined): MetadataKey | null => {
  if (!value) return null;
  if (value.kind === 'object') {
    const key = call.isFunction(value) ? call.get(value, 'KEY') : value;
    return (key !== value && key.kind === 'const' && call.constant(key)) || value;
  }
  const constant = call.constant(value);
  return value.kind === 'const' || constant !== undefined ? constant : null;
};
