import {
  defineHostType,
  defineLibrary,
  openModule,
  type Call,
  type HostType,
  type ModuleModel,
  type Realm,
  type Transfer,
  type Value,
} from '@tool/scanner-sdk';
import { argument } from './support/fallback.js';
import { classesOf } from './databases/support/table.js';

/** How a container makes what is asked for under a key. */
type Provider = (call: Call) => Value;

/** A key is a class or token (by identity) or a name. */
type Key = Value | string | number | boolean | bigint | symbol | null;

/** What a container knows. It is filled by set-up code and read later: no arm of a condition takes it back. */
class Registry {
  private readonly providers = new Map<Key, Provider[]>();
  /** What a provider has made; of a class that nothing binds, what was made of it. */
  private readonly instances = new Map<Provider | Key, Value>();
  private readonly running = new Set<Provider | Key>();
  constructor(private readonly module: string) {}

  key(value: Value): Key | undefined {
    const simple = value.kind === 'oneOf' && value.preferred ? value.values[0]! : value;
    if (simple.kind === 'const') return simple.value;
    return simple.kind === 'object' ? simple : undefined;
  }

  /** One more binding of a token: where one is asked for it is the last, where all are asked for they come in their order. */
  bind(token: Value, provider: Provider): void {
    const key = this.key(token);
    if (key === undefined) return;
    const bound = this.providers.get(key);
    if (bound) bound.push(provider);
    else this.providers.set(key, [provider]);
    this.instances.delete(key);
  }

  /** The only binding of a token from now on. */
  rebind(token: Value, provider: Provider): void {
    this.forget(token);
    this.bind(token, provider);
  }

  forget(token: Value): void {
    const key = this.key(token);
    if (key !== undefined) this.providers.delete(key);
  }

  has(token: Value): boolean {
    const key = this.key(token);
    return key !== undefined && (this.providers.has(key) || this.instances.has(key));
  }

  /** Takes over what another container knows. */
  add(other: Registry): void {
    for (const [key, providers] of other.providers) this.providers.set(key, [...(this.providers.get(key) ?? []), ...providers]);
  }

  /** One instance for each key: a class without a binding is constructed with what its parameters' classes give. */
  resolve(call: Call, token: Value, depth = 0): Value {
    // One of several tokens, where their ways are no longer told apart.
    if (token.kind === 'oneOf' && !token.preferred && call.oneOf)
      return call.oneOf(
        token.values.map((each) => this.resolve(call, each, depth)),
        token.condition,
      );
    const key = this.key(token);
    if (key === undefined) return call.unknown('an injection whose token is not known', { module: this.module, path: 'get()' });
    const provider = this.providers.get(key)?.at(-1);
    return this.once(call, provider ?? key, () =>
      provider ? provider(call) : call.isFunction(token) ? this.construct(call, token, depth) : this.unbound(call, token),
    );
  }

  /** What all bindings of a token give, in a list. */
  resolveAll(call: Call, token: Value): Value {
    const key = this.key(token);
    const bound = key === undefined ? undefined : this.providers.get(key);
    return bound ? call.list(bound.map((provider) => this.once(call, provider, () => provider(call)))) : this.unbound(call, token);
  }

  private unbound(call: Call, token: Value): Value {
    return call.unknown(`the injection ${call.describe(token)}, which nothing binds`, { module: this.module, path: 'get()' });
  }

  private once(call: Call, what: Provider | Key, make: () => Value): Value {
    const made = this.instances.get(what);
    if (made) return made;
    if (this.running.has(what)) return call.unknown('an injection that needs itself', { module: this.module, path: 'get()' });
    this.running.add(what);
    const value = make();
    this.running.delete(what);
    this.instances.set(what, value);
    return value;
  }

  private wanted(call: Call, { token, all }: Wanted, depth: number): Value {
    const meant = tokenOf(call, token);
    return all ? this.resolveAll(call, meant) : this.resolve(call, meant, depth);
  }

  construct(call: Call, cls: Value, depth = 0): Value {
    const classes = call.parameterClasses?.(cls) ?? [];
    const { parameters } = askedBy(cls);
    const count = Math.max(classes.length, ...[...parameters.keys()].map((index) => index + 1));
    const args = Array.from({ length: count }, (_each, index) => {
      const cls = classes[index];
      const wanted = parameters.get(index) ?? (cls ? { token: cls, all: false } : undefined);
      return wanted && depth < 20 ? this.wanted(call, wanted, depth + 1) : call.unknown('an injected parameter');
    });
    const made = call.construct(cls, args);
    for (const each of classesOf(call, cls))
      for (const [name, wanted] of askedBy(call.get(each, 'prototype')).members) {
        const token = wanted.token ?? call.propertyClass?.(each, name);
        if (token && depth < 20) call.set(made, name, this.wanted(call, { ...wanted, token }, depth + 1));
      }
    return made;
  }
}

/** A token, and whether what all of its bindings give is wanted in a list. */
interface Wanted {
  readonly token: Value;
  readonly all: boolean;
}

/** What decorators ask for: parameters of a class's constructor by index, members of its prototype by name. */
interface Asked {
  readonly parameters: Map<number, Wanted>;
  /** Without a token it is the class that the type of the member names. */
  readonly members: Map<string, { readonly token: Value | null; readonly all: boolean }>;
}
const asked = new WeakMap<Value, Asked>();
const NOTHING: Asked = { parameters: new Map(), members: new Map() };
const askedBy = (value: Value): Asked => asked.get(value) ?? NOTHING;

/** A token, or a function that gives one because the token is declared further down: `@Inject(() => Mailer)`. */
const tokenOf = (call: Call, value: Value): Value =>
  value.kind === 'object' && call.isFunction(value) && call.declaredMembers?.(value) == null ? call.invoke(value, []) : value;

/**
 * `@inject(TOKEN)` in front of a parameter or a member. Without a token the type of the place says what is meant.
 * @param all `@multiInject(TOKEN)`: every binding of it
 */
const injecting = (realm: Realm, name: string, all = false): Value =>
  realm.fn(name, (given) => {
    const [stated] = given.args;
    const token = stated && !given.isUndefined(stated) ? stated : null;
    return given.fn(name, (call) => {
      ask(call, token, all);
    });
  });

/** `@Inject` itself in front of a parameter or a member, or what `@Inject()` gives. */
const injectingByType = (realm: Realm, name: string): Value =>
  realm.fn(name, (call) => {
    if (call.args.length < 2) return call.fn(name, (inner) => ask(inner, null, false));
    ask(call, null, false);
    return undefined;
  });

/** Notes what a decorator asks for in its place, which the arguments of the call say. */
function ask(call: Call, token: Value | null, all: boolean): void {
  const [target, key, at] = call.args;
  if (target?.kind !== 'object') return;
  const index = at && call.constant(at);
  const member = key && call.text(key);
  let own = asked.get(target);
  if (!own) asked.set(target, (own = { parameters: new Map(), members: new Map() }));
  if (typeof index === 'number' && call.isFunction(target)) {
    if (token) own.parameters.set(index, { token, all });
  } else if (member) own.members.set(member, { token, all });
}

/** A decorator that changes nothing: the class, or undefined for members and parameters. */
const decorator = (realm: Realm, name: string): Value =>
  realm.fn(name, (call) => {
    const target = argument(call, 0);
    return call.args.length === 1 && call.isFunction(target)
      ? target
      : call.fn(name, (inner) => (inner.args.length === 1 && inner.isFunction(argument(inner, 0)) ? argument(inner, 0) : undefined));
  });

const decorators = (realm: Realm, names: readonly string[]): Record<string, Value> =>
  Object.fromEntries(names.map((name) => [name, decorator(realm, name)]));

const always =
  (value: Value): Provider =>
  () =>
    value;

/**
 * `useClass`, `useValue`, `useFactory`, `useToken` of tsyringe; `value`, `type`, `factory` of typedi.
 * @param container what a factory resolves what it needs with
 */
const providerOf = (registry: Registry, call: Call, options: Value, container: Value): Provider => {
  if (options.kind !== 'object' || call.isFunction(options)) return (inner) => registry.construct(inner, options);
  const option = (...names: readonly string[]): Value | null =>
    names.map((name) => call.get(options, name)).find((value) => !call.isUndefined(value)) ?? null;
  const value = option('useValue', 'value');
  if (value) return always(value);
  const cls = option('useClass', 'type');
  if (cls) return (inner) => registry.construct(inner, cls);
  const token = option('useToken', 'useExisting');
  if (token) return (inner) => registry.resolve(inner, token);
  const factory = option('useFactory', 'factory');
  return (inner) => (factory ? inner.invoke(factory, [container]) : inner.unknown('an injection'));
};

const members =
  (transfers: Readonly<Record<string, Transfer>>) =>
  (realm: Realm): Record<string, Value> =>
    Object.fromEntries(Object.entries(transfers).map(([name, transfer]) => [name, realm.fn(name, transfer)]));

const typedi: ModuleModel = (realm) => {
  const registry = new Registry('typedi');
  const tokens = new WeakSet<Value>();
  const token = realm.fn('Token', (call) => {
    const made = call.record({ name: argument(call, 0) });
    tokens.add(made);
    return made;
  });
  /** `multiple: true` adds to what an id has, anything else takes its place. */
  const bindIn = (call: Call, options: Value, id: Value, provider: Provider): void => {
    if (options.kind === 'object' && call.truthy(call.get(options, 'multiple')) === true) registry.bind(id, provider);
    else registry.rebind(id, provider);
  };
  const set: Transfer = (call) => {
    const first = argument(call, 0);
    for (const options of call.elements(first) ?? (call.args.length === 1 ? [first] : [])) {
      const id = call.get(options, 'id');
      bindIn(call, options, call.isUndefined(id) ? call.get(options, 'type') : id, providerOf(registry, call, options, container));
    }
    if (call.args.length > 1) registry.rebind(first, always(argument(call, 1)));
    return call.receiver;
  };
  const get: Transfer = (call) => registry.resolve(call, argument(call, 0));
  const container: Value = realm.record(
    members({
      get,
      getMany: (call) => registry.resolveAll(call, argument(call, 0)),
      set,
      has: (call) => call.const(registry.has(argument(call, 0))),
      of: (call) => call.receiver,
      import: (call) => call.receiver,
      reset: () => undefined,
      remove: () => undefined,
    })(realm),
  );
  const service = realm.fn('Service', (call) => {
    const options = argument(call, 0);
    return call.fn('Service', (inner) => {
      const cls = argument(inner, 0);
      const id = options.kind === 'object' && !inner.isFunction(options) && !tokens.has(options) ? inner.get(options, 'id') : options;
      if (id.kind === 'object' ? !inner.isFunction(id) : id.kind === 'const' && id.value !== undefined)
        bindIn(inner, options, id, (at) => registry.construct(at, cls));
      return cls;
    });
  });
  return openModule(realm, 'typedi', {
    Container: container,
    default: container,
    Service: service,
    Token: token,
    Inject: injecting(realm, 'Inject'),
    InjectMany: injecting(realm, 'InjectMany', true),
  });
};

const tsyringe: ModuleModel = (realm) => {
  const registry = new Registry('tsyringe');
  const register: Transfer = (call) => {
    registry.bind(argument(call, 0), providerOf(registry, call, argument(call, 1), container));
    return call.receiver;
  };
  const container: Value = realm.record(
    members({
      resolve: (call) => registry.resolve(call, argument(call, 0)),
      resolveAll: (call) => registry.resolveAll(call, argument(call, 0)),
      register,
      registerSingleton: (call) => {
        const cls = call.args[1] ?? argument(call, 0);
        registry.bind(argument(call, 0), (inner) => registry.construct(inner, cls));
        return call.receiver;
      },
      registerType: (call) => {
        const to = argument(call, 1);
        registry.bind(argument(call, 0), (inner) => registry.resolve(inner, to));
        return call.receiver;
      },
      registerInstance: (call) => {
        registry.bind(argument(call, 0), always(argument(call, 1)));
        return call.receiver;
      },
      isRegistered: (call) => call.const(registry.has(argument(call, 0))),
      createChildContainer: (call) => call.receiver,
      reset: () => undefined,
      clearInstances: () => undefined,
    })(realm),
  );
  /** One instance is what a token gives here in any case. */
  const cachingFactory: Transfer = (call) => argument(call, 0);
  return openModule(realm, 'tsyringe', {
    container,
    instanceCachingFactory: realm.fn('instanceCachingFactory', cachingFactory),
    instancePerContainerCachingFactory: realm.fn('instancePerContainerCachingFactory', cachingFactory),
    predicateAwareClassFactory: realm.fn('predicateAwareClassFactory', (call) => {
      const [asked, met, failed] = [0, 1, 2].map((index) => argument(call, index));
      return call.fn('factory', (inner) => {
        const isMet = inner.truthy(inner.invoke(asked!, inner.args));
        const made = [...(isMet === false ? [] : [met!]), ...(isMet === true ? [] : [failed!])].map((cls) => registry.resolve(inner, cls));
        return made.length > 1 && inner.oneOf ? inner.oneOf(made, 'what a factory asks of its container') : made[0];
      });
    }),
    ...decorators(realm, ['injectable', 'singleton', 'autoInjectable', 'scoped', 'registry']),
    inject: injecting(realm, 'inject'),
    injectAll: injecting(realm, 'injectAll', true),
    delay: realm.fn('delay', (call) => argument(call, 0)),
  });
};

interface Container {
  readonly registry: Registry;
}

const inversifyContainer: HostType<Container> = defineHostType<Container>({
  name: 'Container',
  methods: {
    bind: (call) => bind(call),
    rebind: (call) => {
      forget(call);
      return bind(call);
    },
    get: (call) => resolved(call),
    resolve: (call) => {
      const data = call.data(call.receiver, inversifyContainer);
      return data?.registry.construct(call, argument(call, 0));
    },
    getAll: (call) => call.data(call.receiver, inversifyContainer)?.registry.resolveAll(call, argument(call, 0)),
    getAllAsync: (call) => call.data(call.receiver, inversifyContainer)?.registry.resolveAll(call, argument(call, 0)),
    getNamed: (call) => resolved(call),
    getAsync: (call) => resolved(call),
    isBound: (call) => {
      const data = call.data(call.receiver, inversifyContainer);
      return call.const(data?.registry.has(argument(call, 0)) ?? false);
    },
    load: (call) => {
      const bound = call.fn('bind', (inner) => bind(inner, call.receiver));
      // Since version 7 a module is given one record of functions.
      for (const name of ['bind', 'rebind']) call.set(bound, name, bound);
      for (const module of call.args) {
        const registration = call.get(module, 'registry');
        if (call.isFunction(registration)) call.invoke(registration, [bound, bound, bound, bound]);
      }
    },
    unbind: (call) => {
      forget(call);
    },
    snapshot: () => undefined,
    restore: () => undefined,
    applyMiddleware: () => undefined,
    createChild: (call) => call.receiver,
  },
});

const forget = (call: Call): void => {
  call.data(call.receiver, inversifyContainer)?.registry.forget(argument(call, 0));
};

/** `Container.merge(one, another)`: one more that binds what they bind. */
const merged: Transfer = (call) => {
  const registry = new Registry('inversify');
  for (const container of call.args) {
    const data = call.data(container, inversifyContainer);
    if (data) registry.add(data.registry);
  }
  return call.host(inversifyContainer, { registry });
};

const resolved = (call: Call): Value =>
  call.data(call.receiver, inversifyContainer)?.registry.resolve(call, argument(call, 0)) ?? call.unknown('an injection');

function bind(call: Call, container: Value = call.receiver): Value {
  const registry = call.data(container, inversifyContainer)?.registry;
  const token = argument(call, 0);
  const chain = call.record({});
  const to = (provider: (inner: Call) => Provider): Value =>
    call.fn('to', (inner) => {
      registry?.bind(token, provider(inner));
      return chain;
    });
  const same = call.fn('scope', () => chain);
  const own: Readonly<Record<string, Value>> = {
    to: to((inner) => {
      const cls = argument(inner, 0);
      return (at) => registry!.construct(at, cls);
    }),
    toSelf: to(() => (at) => registry!.construct(at, token)),
    toConstantValue: to((inner) => always(argument(inner, 0))),
    toConstructor: to((inner) => always(argument(inner, 0))),
    toFunction: to((inner) => always(argument(inner, 0))),
    toDynamicValue: to((inner) => {
      const fn = argument(inner, 0);
      return (at) => at.invoke(fn, [at.record({ container })]);
    }),
    toFactory: to((inner) => {
      const fn = argument(inner, 0);
      return (at) => at.invoke(fn, [at.record({ container })]);
    }),
    toService: to((inner) => {
      const other = argument(inner, 0);
      return (at) => registry!.resolve(at, other);
    }),
  };
  for (const [name, value] of Object.entries(own)) call.set(chain, name, value);
  for (const name of SAYS_WHEN) call.set(chain, name, same);
  return chain;
}

/** What a binding says of when it is meant, and for how long what it makes is kept. */
const SAYS_WHEN = [
  'inSingletonScope',
  'inTransientScope',
  'inRequestScope',
  'onActivation',
  'onDeactivation',
  ...['', 'TargetNamed', 'TargetTagged', 'TargetIsDefault', 'InjectedInto', 'Default', 'Named', 'Tagged'].map((name) => `when${name}`),
  ...['Parent', 'AnyAncestor', 'NoAncestor'].flatMap((who) => ['', 'Is', 'Named', 'Tagged', 'Matches'].map((name) => `when${who}${name}`)),
];

const inversify: ModuleModel = (realm) =>
  openModule(realm, 'inversify', {
    Container: realm.fn('Container', (call) => call.host(inversifyContainer, { registry: new Registry('inversify') }), {
      prototype: realm.prototype(inversifyContainer),
      merge: realm.fn('merge', merged),
    }),
    ContainerModule: realm.fn('ContainerModule', (call) => call.record({ registry: argument(call, 0) })),
    inject: injecting(realm, 'inject'),
    multiInject: injecting(realm, 'multiInject', true),
    ...decorators(realm, ['injectable', 'optional', 'named', 'tagged', 'unmanaged', 'postConstruct', 'preDestroy']),
  });

/** Classes that say themselves what they are bound to; a container that loads what `buildProviderModule()` gives binds them. */
const bindingDecorators: ModuleModel = (realm) => {
  const provided: (readonly [token: Value, cls: Value])[] = [];
  /** @param container where it is bound at once, as it was before version 4 */
  const providing = (call: Call, token: Value, container?: Value): Value =>
    call.fn('provide', (inner) => {
      const cls = argument(inner, 0);
      if (container) boundTo(inner, container, token, cls);
      else provided.push([token, cls]);
      return cls;
    });
  const boundTo = (call: Call, container: Value, token: Value, cls: Value): void => {
    const chain = call.invoke(call.get(container, 'bind'), [token], container);
    call.invoke(call.get(chain, 'to'), [cls], chain);
  };
  const fluent = (call: Call, container?: Value): Value => {
    const chain = call.record({});
    const token = argument(call, 0);
    const same = call.fn('when', () => chain);
    for (const name of SAYS_WHEN) call.set(chain, name, same);
    call.set(
      chain,
      'done',
      call.fn('done', (inner) => providing(inner, token, container)),
    );
    return chain;
  };
  const made = (name: string, provide: (call: Call, container: Value) => Value): Value =>
    realm.fn(name, (call) => {
      const container = argument(call, 0);
      return call.fn(name, (inner) => provide(inner, container));
    });
  return openModule(realm, 'inversify-binding-decorators', {
    provide: realm.fn('provide', (call) => providing(call, argument(call, 0))),
    fluentProvide: realm.fn('fluentProvide', (call) => fluent(call)),
    buildProviderModule: realm.fn('buildProviderModule', (call) =>
      call.record({
        registry: call.fn('registry', (inner) => {
          const container = inner.record({ bind: argument(inner, 0) });
          for (const [token, cls] of provided) boundTo(inner, container, token, cls);
        }),
      }),
    ),
    makeProvideDecorator: made('makeProvideDecorator', (call, container) => providing(call, argument(call, 0), container)),
    makeFluentProvideDecorator: made('makeFluentProvideDecorator', fluent),
  });
};

/** `Container.bind(Base).to(Class)`; what is not bound is constructed by its class. */
const typescriptIoc: ModuleModel = (realm) => {
  const registry = new Registry('typescript-ioc');
  const bindTo: Transfer = (call) => {
    const token = argument(call, 0);
    const chain = call.record({});
    const to = (provider: (given: Value) => Provider): Value =>
      call.fn('to', (inner) => {
        registry.rebind(token, provider(argument(inner, 0)));
        return chain;
      });
    call.set(
      chain,
      'to',
      to((cls) => (inner) => registry.construct(inner, cls)),
    );
    call.set(
      chain,
      'factory',
      to((make) => (inner) => inner.invoke(make, [])),
    );
    call.set(
      chain,
      'provider',
      to((made) => (inner) => inner.invoke(inner.get(made, 'get'), [], made)),
    );
    call.set(
      chain,
      'scope',
      call.fn('scope', () => chain),
    );
    return chain;
  };
  const container = realm.record(
    members({
      get: (call) => registry.resolve(call, argument(call, 0)),
      bind: bindTo,
      bindName: (call) => {
        const token = argument(call, 0);
        return call.record({
          to: call.fn('to', (inner) => {
            registry.rebind(token, always(argument(inner, 0)));
          }),
        });
      },
      getValue: (call) => registry.resolve(call, argument(call, 0)),
      getType: (call) => argument(call, 0),
      namespace: (call) => call.record({ remove: call.fn('remove', () => undefined) }),
      environment: () => undefined,
      configure: () => undefined,
      snapshot: (call) => call.record({ restore: call.fn('restore', () => undefined) }),
    })(realm),
  );
  return openModule(realm, 'typescript-ioc', {
    Container: container,
    Inject: injectingByType(realm, 'Inject'),
    InjectValue: injecting(realm, 'InjectValue'),
    ...decorators(realm, [
      'Singleton',
      'InRequestScope',
      'OnlyInstantiableByContainer',
      'Factory',
      'AutoWired',
      'Provides',
      'Provided',
      'Scoped',
    ]),
  });
};

/** Its container is typedi's. */
const typeormTypedi: ModuleModel = (realm) =>
  openModule(realm, 'typeorm-typedi-extensions', {
    Container: realm.record({
      get: realm.fn('get', (call) => {
        const container = call.module ? call.get(call.module('typedi'), 'Container') : call.unknown('a container');
        return call.invoke(call.get(container, 'get'), call.args, container);
      }),
    }),
  });

export const injectionLibrary = defineLibrary({
  modules: {
    typedi,
    tsyringe,
    inversify,
    'inversify-binding-decorators': bindingDecorators,
    'typescript-ioc': typescriptIoc,
    'typeorm-typedi-extensions': typeormTypedi,
  },
  runsOthers: true,
});
