import { isAbsent, prototypeOf, type Call, type ObjectValue, type Value } from '@tool/scanner-sdk';
import { providedBy } from './databases.js';
import type { ModuleEntry } from './module-graph.js';
import { ModuleScopes, type Token } from './module-scopes.js';
import { REQUEST } from './exchange.js';
import { KEYS, storeOf } from './store.js';

const tokenOf = (call: Call, value: Value): Token | null => {
  const plain = value.kind === 'oneOf' ? value.values[0]! : value;
  if (plain.kind === 'object') return plain;
  const constant = call.constant(plain);
  return typeof constant === 'string' || typeof constant === 'symbol' || typeof constant === 'number' ? constant : null;
};

/** `forwardRef(() => X)` leads to a class that may be declared later on. */
function referred(call: Call, token: Value): Value {
  if (token.kind !== 'object' || call.isFunction(token)) return token;
  const forward = call.get(token, 'forwardRef');
  return call.isFunction(forward) ? call.invoke(forward, []) : token;
}

/** Of these a module may list several: each is a provider by itself. */
const ENHANCERS: ReadonlySet<Token> = new Set(['APP_GUARD', 'APP_INTERCEPTOR', 'APP_PIPE', 'APP_FILTER']);

/** Gives what is injected under tokens that the framework and its packages know by themselves. */
export type KnownInstance = (call: Call, token: Value) => Value | null;

/**
 * The providers of an application. Nothing is constructed until a path, a version, a middleware or a hook depends on it; one instance for each token,
 * whichever module asks, but for what needs a token that several modules give different things: of that each module has its own.
 */
export class Injector {
  private readonly providers = new Map<Token, Value>();
  private readonly instances = new Map<Token, Value>();
  private readonly apart = new Map<Value, Value>();
  private readonly running = new Set<Token>();
  private readonly scopes = new ModuleScopes();
  private readonly ofModules = new Map<ModuleEntry, Map<Token, Value>>();
  /** The module that asks; null where nobody knows which. */
  private asking: ModuleEntry | null = null;
  constructor(private readonly known: KnownInstance) {}

  /** Takes up one entry of a `providers` list: a class, or `{ provide, useClass | useValue | useFactory | useExisting }`. */
  add(call: Call, provider: Value, entry: ModuleEntry): void {
    for (const alternative of call.alternatives(provider)) {
      if (isAbsent(alternative) || alternative.kind !== 'object') continue;
      const token = tokenOf(call, call.isFunction(alternative) ? alternative : call.get(alternative, 'provide'));
      if (token === null) continue;
      if (!this.providers.has(token)) this.providers.set(token, alternative);
      if (!ENHANCERS.has(token)) this.scopes.add(entry, token, alternative);
    }
  }

  /** Runs what asks for something on behalf of a module. */
  from<Result>(entry: ModuleEntry | null, run: () => Result): Result {
    const { asking } = this;
    this.asking = entry;
    try {
      return run();
    } finally {
      this.asking = asking;
    }
  }

  /** What is asked for is another thing in the module that asks than elsewhere: its own, or that of one that it imports. */
  ownOf(call: Call, asked: Value): ModuleEntry | null {
    const token = this.asking && tokenOf(call, asked);
    return this.asking && token !== null ? this.owner(call, this.asking, token, new Set()) : null;
  }

  private owner(call: Call, asking: ModuleEntry, token: Token, met: Set<Token>): ModuleEntry | null {
    if (met.has(token) || !this.differs(call, token, new Set())) return null;
    met.add(token);
    const holder = this.scopes.holder(asking, token);
    if (holder || this.providers.has(token)) return holder;
    // Nobody provides it, as guards and controllers: it is another thing where what it needs is.
    const owners = new Set(this.neededBy(call, token).flatMap((each) => this.owner(call, asking, each, met) ?? []));
    return owners.size === 1 ? [...owners][0]! : asking;
  }

  private readonly differing = new Map<Token, boolean>();
  private differs(call: Call, token: Token, met: Set<Token>): boolean {
    if (this.scopes.areAlike) return false;
    const known = this.differing.get(token);
    if (known !== undefined || met.has(token)) return known ?? false;
    met.add(token);
    const found = this.scopes.isSeveral(token) || this.neededBy(call, token).some((each) => this.differs(call, each, met));
    if (found || met.values().next().value === token) this.differing.set(token, found);
    return found;
  }

  /** The tokens of what is made for a token: those of its constructor and its properties, or of its factory. */
  private neededBy(call: Call, token: Token): readonly Token[] {
    const provider = this.providers.get(token) ?? (typeof token === 'object' ? (token as ObjectValue) : null);
    if (provider?.kind !== 'object') return [];
    const { tokens, properties } = storeOf(call);
    const keys = (values: readonly (Value | null | undefined)[]): readonly Token[] =>
      values.flatMap((value) => {
        const key = value && tokenOf(call, referred(call, value));
        return key === null || key === undefined ? [] : [key];
      });
    if (!call.isFunction(provider)) {
      const inject = call.get(provider, 'inject');
      return keys([
        call.get(provider, 'useClass'),
        call.get(provider, 'useExisting'),
        ...((inject.kind === 'object' && call.elements(inject)) || []),
      ]);
    }
    const own = tokens.get(provider);
    const prototype = call.get(provider, 'prototype');
    const named = [...((prototype.kind === 'object' && properties.get(prototype)) || [])];
    return keys([
      ...(call.parameterClasses?.(provider) ?? []).map((parameter, index) => own?.get(index) ?? parameter),
      ...named.map(([name, wanted]) => wanted ?? call.propertyClass?.(provider, name)),
    ]);
  }

  /** What stands in a chain for a provider of `APP_GUARD` and its kin: the class where there is one. */
  enhancer(call: Call, provider: Value): Value {
    for (const key of ['useClass', 'useExisting', 'useValue']) {
      const value = call.get(provider, key);
      if (!call.isUndefined(value)) return value;
    }
    return this.given(call, provider);
  }

  /** What a provider that is no class gives; nothing for another name of a provider. */
  provided(call: Call, provider: Value): readonly Value[] {
    if (!call.isUndefined(call.get(provider, 'useExisting'))) return [];
    const token = call.get(provider, 'provide');
    const key = tokenOf(call, token);
    if (key !== null && !ENHANCERS.has(key)) {
      const own = this.asking && this.scopes.provides(this.asking, key) === provider;
      return own || this.providers.get(key) === provider ? [this.resolve(call, token)] : [];
    }
    const enhancer = this.enhancer(call, provider);
    return [call.isFunction(enhancer) ? this.resolve(call, enhancer) : enhancer];
  }

  /** What a provider of its own gives, once. */
  private given(call: Call, provider: Value): Value {
    let made = this.apart.get(provider);
    if (!made) {
      try {
        made = this.make(call, provider);
      } catch {
        made = call.unknown('a provider that throws');
      }
      this.apart.set(provider, made);
    }
    return made;
  }

  /** Everything that was made so far. */
  made(): readonly Value[] {
    return [this.instances, ...this.ofModules.values()].flatMap((instances) => [...instances.values()]);
  }

  /** Each request has an instance of its own: its class says so, or that of something that it is made with. */
  isOfRequest(call: Call, cls: Value): boolean {
    const met = new Set<ObjectValue>();
    const found = this.reachesRequest(call, cls, met);
    if (!found) for (const each of met) this.ofRequest.set(each, false);
    return found;
  }

  /** Services ask for each other in circles: each class is looked at once, however many ways lead to it. */
  private readonly ofRequest = new Map<ObjectValue, boolean>();
  private reachesRequest(call: Call, cls: Value, met: Set<ObjectValue>): boolean {
    if (cls.kind !== 'object') return false;
    const known = this.ofRequest.get(cls);
    if (known !== undefined || met.has(cls)) return known ?? false;
    met.add(cls);
    const found = isOfRequest(call, cls) || this.madeWith(call, cls).some((each) => this.reachesRequest(call, each, met));
    if (found) this.ofRequest.set(cls, true);
    return found;
  }

  /** Made for the request that is served; null outside of a run. */
  private ofServed: Map<Token, Value> | null = null;
  private readonly withRequest = new Map<Token, boolean>();

  /** The request that is served is given to what a token asks for, or to something that this is made with. */
  isGivenRequest(call: Call, token: Token): boolean {
    if (token === REQUEST) return true;
    const known = this.withRequest.get(token);
    if (known !== undefined) return known;
    this.withRequest.set(token, false);
    const found = this.neededBy(call, token).some((each) => this.isGivenRequest(call, each));
    this.withRequest.set(token, found);
    return found;
  }

  /** Makes an instance for the request that is served, with all that is given the request; what its constructor throws is thrown. */
  maker(cls: Value): (call: Call) => Value {
    const { asking } = this;
    return (call) => {
      this.ofServed = new Map();
      try {
        return this.from(asking, () => this.resolve(call, cls));
      } finally {
        this.ofServed = null;
      }
    };
  }

  /** The classes of what a constructor asks for. */
  private madeWith(call: Call, cls: ObjectValue): readonly Value[] {
    const tokens = storeOf(call).tokens.get(cls);
    return (call.parameterClasses?.(cls) ?? []).flatMap((parameter, index): readonly Value[] => {
      const asked = tokens?.get(index) ?? parameter;
      const token = asked && referred(call, asked);
      const key = token && tokenOf(call, token);
      const provider = key ? (this.providers.get(key) ?? token) : token;
      if (provider?.kind !== 'object') return [];
      return [call.isFunction(provider) ? provider : call.get(provider, 'useClass')];
    });
  }

  /** The classes that are provided under their own name. */
  classes(call: Call): readonly Value[] {
    return [...this.providers.values()].filter((provider) => call.isFunction(provider));
  }

  /** Up to version 7 the name of a class is its token. */
  private classNamed(call: Call, token: Token): Value | null {
    return (typeof token === 'string' && this.classes(call).find((cls) => call.text(call.get(cls, 'name')) === token)) || null;
  }

  resolve(call: Call, asked: Value, depth = 0): Value {
    // One of several tokens, where their ways are no longer told apart.
    if (asked.kind === 'oneOf' && !asked.preferred && call.oneOf)
      return call.oneOf(
        asked.values.map((each) => this.resolve(call, each, depth)),
        asked.condition,
      );
    const value = referred(call, asked);
    const known = this.known(call, value);
    if (known) return known;
    const token = tokenOf(call, value);
    // An instance of a package's class: what its methods give is known by their names.
    if (token === null && value.kind === 'unknown' && value.provenance) {
      const { module, path } = value.provenance;
      return call.unknown(`the injection ${call.describe(value)}`, { module, path: `${path}()` });
    }
    if (token !== null && this.running.has(token)) return this.later(call, value, token);
    if (token === null || depth > MAX_DEPTH) return call.unknown(`the injection ${call.describe(value)}`);
    const owner = this.ownOf(call, value);
    let instances = owner ? this.ofModules.get(owner) : this.instances;
    if (owner && !instances) this.ofModules.set(owner, (instances = new Map()));
    if (this.ofServed && this.isGivenRequest(call, token)) instances = this.ofServed;
    const made = instances!.get(token);
    if (made) return made;
    const instance = this.from(owner ?? this.asking, () => this.fresh(call, value, token, owner, depth));
    instances!.set(token, instance);
    this.closeCircle(call, token, instance);
    return instance;
  }

  /** What stands for instances that are asked for while they are made, by those that they ask for: `forwardRef` gives them once they are there. */
  private readonly stands = new Map<Token, Value>();
  private later(call: Call, value: Value, token: Token): Value {
    let stand = this.stands.get(token);
    if (!stand) this.stands.set(token, (stand = call.unknown(`the injection ${call.describe(value)}`)));
    return stand;
  }

  private closeCircle(call: Call, token: Token, instance: Value): void {
    const stand = this.stands.get(token);
    if (!stand || instance.kind !== 'object') return;
    this.stands.delete(token);
    for (const holder of [...this.made(), ...(this.ofServed?.values() ?? [])])
      for (const [name, value] of (holder.kind === 'object' && !holder.host && call.knownEntries?.(holder)) || [])
        if (value === stand) call.set(holder, name, instance);
  }

  private fresh(call: Call, value: Value, token: Token, owner: ModuleEntry | null, depth: number): Value {
    this.running.add(token);
    const provider =
      (owner && this.scopes.provides(owner, token)) ??
      this.providers.get(token) ??
      (typeof token === 'object' ? (token as ObjectValue) : this.classNamed(call, token));
    let instance: Value;
    // What a constructor or factory of the program throws is its own affair: what it would have given is not known.
    try {
      instance =
        provider && provider !== token
          ? this.make(call, provider, depth)
          : (providedBy(call, value) ??
            (provider ? this.make(call, provider, depth) : call.unknown(`the injection ${call.describe(value)}, which nothing provides`)));
    } catch (signal) {
      if (this.ofServed) throw signal;
      instance = call.unknown(`the injection ${call.describe(value)}`);
    } finally {
      this.running.delete(token);
    }
    return instance;
  }

  /** What a provider gives; classes are constructed with what their parameters ask for. */
  make(call: Call, provider: Value, depth = 0): Value {
    if (provider.kind !== 'object') return provider;
    if (call.isFunction(provider)) return this.construct(call, provider, depth);
    const option = (name: string): Value | null => {
      const value = call.get(provider, name);
      return call.isUndefined(value) ? null : value;
    };
    const value = option('useValue');
    if (value) return value;
    const cls = option('useClass');
    if (cls) return this.construct(call, cls, depth);
    const existing = option('useExisting');
    if (existing) return this.resolve(call, existing, depth + 1);
    const factory = option('useFactory');
    if (!factory) return call.unknown('a provider');
    const inject = option('inject');
    const args = (inject && call.elements(inject) ? call.elements(inject)! : []).map((token) => {
      const own = token.kind === 'object' && !call.isFunction(token) ? call.get(token, 'token') : null;
      return this.resolve(call, own && !call.isUndefined(own) ? own : token, depth + 1);
    });
    return call.awaited(call.invoke(factory, args));
  }

  construct(call: Call, cls: Value, depth = 0): Value {
    if (!call.isFunction(cls)) return call.unknown(`an instance of ${call.describe(cls)}`);
    const classes = call.parameterClasses?.(cls) ?? [];
    const tokens = cls.kind === 'object' ? storeOf(call).tokens.get(cls) : undefined;
    const args = classes.map((parameter, index) => {
      const token = tokens?.get(index) ?? parameter;
      const value = token ? this.resolve(call, token, depth + 1) : call.unknown('an injected parameter');
      if (value.kind !== 'unknown' || value.provenance || !parameter || token === parameter || call.declaredMembers?.(parameter))
        return value;
      // What nobody is seen to provide under a token is of the class of a package that the type names.
      const ofType = this.resolve(call, parameter, depth + 1);
      return ofType.kind === 'object' ? ofType : value;
    });
    const made = call.construct(cls, args);
    if (made.kind === 'object') {
      this.fill(call, made, cls, depth);
      if (isOfRequest(call, cls)) leaveOpen(call, made);
    }
    return made;
  }

  /** Properties that ask for something, those of base classes first: set when the constructor has run. */
  private fill(call: Call, made: ObjectValue, cls: Value, depth: number): void {
    const levels: Value[] = [];
    for (let at: Value = cls; at.kind === 'object' && call.isFunction(at) && levels.length < 12; at = prototypeOf(call, at))
      levels.unshift(at);
    for (const level of levels) {
      const prototype = call.get(level, 'prototype');
      for (const [name, token] of (prototype.kind === 'object' && storeOf(call).properties.get(prototype)) || []) {
        const wanted = token ?? call.propertyClass?.(level, name);
        const injected = wanted && this.resolve(call, wanted, depth + 1);
        // What nothing provides stays what its type says.
        if (injected && ([...this.stands.values()].includes(injected) || injected.kind !== 'unknown' || injected.provenance))
          call.set(made, name, injected);
      }
    }
  }
}

/** How many things that are made ask for one another. */
const MAX_DEPTH = 60;

/** `@Injectable({ scope: Scope.REQUEST })`: there is one instance for each request. */
const isOfRequest = (call: Call, cls: Value): boolean => {
  const scope = cls.kind === 'object' ? storeOf(call).read(call, cls, KEYS.scope) : null;
  return scope !== null && call.constant(scope) === REQUEST_SCOPE;
};
const REQUEST_SCOPE = 2;

/** What nothing has set when the instance is made may have been set by what served the request before: a middleware, a guard. */
function leaveOpen(call: Call, made: ObjectValue): void {
  const why = 'what a request has set before';
  for (const [name, value] of call.knownEntries?.(made) ?? [])
    if (call.isUndefined(value) && call.oneOf) call.set(made, name, call.oneOf([value, call.unknown(why)], why));
  call.markOpen?.(made);
}
