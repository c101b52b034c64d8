import {
  defineHostType,
  defineLibrary,
  openModule,
  type Call,
  type HostType,
  type ModuleModel,
  type ObjectValue,
  type Transfer,
  type Value,
} from '@tool/scanner-sdk';
import { argument, promised } from './support/fallback.js';
import { globFiles } from './support/glob-pattern.js';
import { isSourceName, joinPath } from './support/paths.js';
import { camelCase } from './support/words.js';

const MODULE = 'awilix';
const RESOLVER = 'awilixResolverConfig';

type Kind = 'class' | 'function' | 'value' | 'alias';
/** How a registration makes its value. `classic`: its parameters are resolved by their names; otherwise it gets the cradle. Null: as the container says. */
interface Resolver {
  readonly kind: Kind;
  readonly of: Value;
  classic: boolean | null;
}

/** What a container knows. It is filled by set-up code and read later: no arm of a condition takes it back. */
interface Container {
  readonly resolvers: Map<string, Resolver>;
  readonly made: Map<string, Value>;
  readonly parent: Container | null;
  readonly classic: boolean;
  readonly cradle: { value: Value };
}

const resolverOf = (container: Container, name: string): Resolver | null =>
  container.resolvers.get(name) ?? (container.parent && resolverOf(container.parent, name));

/** One value for each name: what differs between scopes is the same for all that can be said here. */
function resolve(call: Call, container: Container, name: string): Value {
  const known = container.made.get(name);
  if (known) return known;
  const resolver = resolverOf(container, name);
  const nobody = call.unknown(`the injection ${name}`, { module: MODULE, path: `cradle.${name}` });
  if (!resolver) return nobody;
  // What needs itself while it is made is not there yet.
  container.made.set(name, nobody);
  const value = make(call, container, resolver);
  container.made.set(name, value);
  return value;
}

function make(call: Call, container: Container, { kind, of, classic }: Resolver): Value {
  if (kind === 'value') return of;
  if (kind === 'alias') return resolve(call, container, call.text(of) ?? '');
  const byName = classic ?? container.classic;
  const parameters = byName ? call.declaredParameters?.(of) : null;
  const args = parameters
    ? parameters.map(({ name, optional }) =>
        name !== '' && (resolverOf(container, name) || !optional) ? resolve(call, container, name) : call.const(undefined),
      )
    : byName
      ? []
      : [container.cradle.value];
  return kind === 'class' ? call.construct(of, args) : call.invoke(of, args);
}

const isClass = (call: Call, value: Value): boolean => (call.declaredMembers?.(value) ?? null) !== null;
/** Whether options say that parameters are resolved by their names; null: they say nothing of it. */
const classicStated = (call: Call, options: Value): boolean | null => {
  const mode = options.kind === 'object' ? call.text(call.get(options, 'injectionMode')) : null;
  return mode === null ? null : mode === 'CLASSIC';
};

const resolverType: HostType<Resolver> = defineHostType<Resolver>({
  name: 'Resolver',
  methods: {
    ...Object.fromEntries(
      ['singleton', 'scoped', 'transient', 'inject', 'disposer', 'setLifetime', 'setInjectionMode', 'private', 'public'].map(
        (name): [string, Transfer] => [
          name,
          (call) => {
            const data = call.data(call.receiver, resolverType);
            if (data && name === 'setInjectionMode') data.classic = call.text(argument(call, 0)) === 'CLASSIC';
            return call.receiver;
          },
        ],
      ),
    ),
    proxy: (call) => {
      const data = call.data(call.receiver, resolverType);
      if (data) data.classic = false;
      return call.receiver;
    },
    classic: (call) => {
      const data = call.data(call.receiver, resolverType);
      if (data) data.classic = true;
      return call.receiver;
    },
    resolve: (call) => {
      const [data, container] = [call.data(call.receiver, resolverType), call.data(argument(call, 0), containerType)];
      return data && container ? make(call, container, data) : call.unknown('an injection');
    },
  },
});
const resolver =
  (kind: Kind): Transfer =>
  (call) =>
    call.host(resolverType, { kind, of: argument(call, 0), classic: classicStated(call, argument(call, 1)) });

const cradleType: HostType<{ readonly container: Container }> = defineHostType<{ readonly container: Container }>({
  name: 'Cradle',
  methods: {},
  missing: (call, key) => {
    const data = call.data(call.receiver, cradleType);
    return !data || ['then', 'constructor', 'toJSON', 'inspect'].includes(key) ? undefined : resolve(call, data.container, key);
  },
});

function bind(call: Call, container: Container, name: string, value: Value): void {
  const given = call.data(value, resolverType);
  container.made.delete(name);
  container.resolvers.set(name, given ?? { kind: 'value', of: call.unknown(`the injection ${name}`), classic: null });
}

/** `register({ name: asClass(…) })`, `register(name, resolver)`. */
const register: Transfer = (call) => {
  const container = call.data(call.receiver, containerType);
  const [first, second] = call.args;
  const name = first && second ? call.text(first) : null;
  if (container && first)
    for (const [key, value] of name !== null ? [[name, second!] as const] : (call.knownEntries?.(first) ?? []))
      bind(call, container, key, value);
  return call.receiver;
};

/** Patterns of files, those of built ones where there are only their sources. */
function filesOf(call: Call, pattern: string, folder: string): readonly string[] {
  const { project } = call;
  if (!project) return [];
  const patterns = [
    pattern,
    pattern.replace(/\.js$/, '.{ts,js}'),
    pattern.replace(/\.js$/, '.{ts,js}').replace(/(^|\/)(?:dist|build|lib|out)\//, '$1src/'),
  ];
  for (const each of patterns) {
    const found = globFiles(project, [each], { folder, absolute: true, dot: false, ignore: [], directories: false }).filter((file) =>
      isSourceName(file.slice(file.lastIndexOf('/') + 1)),
    );
    if (found.length > 0) return found;
  }
  return [];
}

/** `loadModules(['services/*.js', ['stores/*.js', options]], { formatName, cwd, resolverOptions })`: a file's function or class, under the file's name. */
const loadModules: Transfer = (call) => {
  const container = call.data(call.receiver, containerType);
  const options = argument(call, 1);
  const option = (name: string): Value => (options.kind === 'object' ? call.get(options, name) : call.const(undefined));
  const given = argument(call, 0);
  const folder = joinPath(call.project?.workingDirectory ?? '/', call.text(option('cwd')) ?? '.');
  if (container)
    for (const entry of call.elements(given) ?? [given]) {
      const pair = call.elements(entry);
      const pattern = call.text(pair?.[0] ?? entry);
      const own = pair?.[1];
      const classic = (own && classicStated(call, own)) ?? classicStated(call, option('resolverOptions'));
      if (pattern !== null)
        for (const file of filesOf(call, pattern, folder)) loadModule(call, container, file, option('formatName'), classic);
    }
  return call.truthy(option('esModules')) === true ? promised(call, call.receiver) : call.receiver;
};

function loadModule(call: Call, container: Container, file: string, format: Value, classic: boolean | null): void {
  const exports = call.project!.load(file);
  const name = file.slice(file.lastIndexOf('/') + 1).replace(/\.[^.]*$/, '');
  const add = (value: Value, key: string, formatted: boolean): void => {
    const inline = call.get(value, RESOLVER);
    const stated = inline.kind === 'object' ? call.text(call.get(inline, 'name')) : null;
    const made =
      stated ??
      (!formatted
        ? key
        : call.text(format) === 'camelCase'
          ? camelCase(key)
          : call.isFunction(format)
            ? (call.text(call.invoke(format, [call.const(key), call.record({ name: call.const(key), path: call.const(file), value })])) ??
              key)
            : key);
    const mode = (inline.kind === 'object' ? classicStated(call, inline) : null) ?? classic;
    bind(call, container, made, call.host(resolverType, { kind: isClass(call, value) ? 'class' : 'function', of: value, classic: mode }));
  };
  if (call.isFunction(exports)) {
    add(exports, name, true);
    return;
  }
  const main = call.get(exports, 'default');
  if (call.isFunction(main)) add(main, name, true);
  for (const [key, value] of call.knownEntries?.(exports) ?? [])
    if (key !== 'default' && call.isFunction(value) && !call.isUndefined(call.get(value, RESOLVER))) add(value, key, true);
}

/** `build(asClass(X))`, `build(X)`. */
const build: Transfer = (call) => {
  const container = call.data(call.receiver, containerType);
  const target = argument(call, 0);
  const stated = call.data(target, resolverType);
  if (!container || (!stated && !call.isFunction(target)))
    return call.unknown('what a container builds', { module: MODULE, path: 'build()' });
  return make(
    call,
    container,
    stated ?? { kind: isClass(call, target) ? 'class' : 'function', of: target, classic: classicStated(call, argument(call, 1)) },
  );
};

const containerType: HostType<Container> = defineHostType<Container>({
  name: 'AwilixContainer',
  bound: true,
  methods: {
    register,
    loadModules,
    build,
    resolve: (call) => {
      const data = call.data(call.receiver, containerType);
      const name = call.text(argument(call, 0));
      return data && name !== null ? resolve(call, data, name) : call.unknown('an injection', { module: MODULE, path: 'resolve()' });
    },
    ...Object.fromEntries(
      ['has', 'hasRegistration'].map((key): [string, Transfer] => [
        key,
        (call) => {
          const data = call.data(call.receiver, containerType);
          const name = call.text(argument(call, 0));
          return data && name !== null ? call.const(resolverOf(data, name) !== null) : call.unknown('whether something is registered');
        },
      ]),
    ),
    getRegistration: (call) => call.unknown('a registration'),
    createScope: (call) => {
      const data = call.data(call.receiver, containerType);
      return data ? newContainer(call, data.classic, data) : call.receiver;
    },
    dispose: (call) => promised(call, call.const(undefined)),
  },
  getters: { registrations: (call) => call.unknown('the registrations of a container') },
});

function newContainer(call: Pick<Call, 'host' | 'const'>, classic: boolean, parent: Container | null): ObjectValue {
  const container: Container = { resolvers: new Map(), made: new Map(), parent, classic, cradle: { value: call.const(undefined) } };
  container.cradle.value = call.host(cradleType, { container });
  return call.host(containerType, container, { cradle: container.cradle.value });
}

const createContainer: Transfer = (call) => newContainer(call, classicStated(call, argument(call, 0)) === true, null);
const constants =
  (names: readonly string[]) =>
  (call: Parameters<ModuleModel>[0]): Value =>
    call.record(Object.fromEntries(names.map((name) => [name, call.const(name)])));

const awilix: ModuleModel = (realm) =>
  openModule(realm, MODULE, {
    createContainer: realm.fn('createContainer', createContainer),
    asClass: realm.fn('asClass', resolver('class')),
    asFunction: realm.fn('asFunction', resolver('function')),
    asValue: realm.fn('asValue', resolver('value')),
    aliasTo: realm.fn('aliasTo', resolver('alias')),
    Lifetime: constants(['SINGLETON', 'SCOPED', 'TRANSIENT'])(realm),
    InjectionMode: constants(['PROXY', 'CLASSIC'])(realm),
    RESOLVER: realm.const(RESOLVER),
    isClass: realm.fn('isClass', (call) => call.const(isClass(call, argument(call, 0)))),
    isFunction: realm.fn('isFunction', (call) => call.const(call.isFunction(argument(call, 0)))),
  });

/** The plugin for Fastify has containers of its own, which the program fills wherever it likes. */
const fastifyAwilix: ModuleModel = (realm) => {
  const proxy = newContainer(realm, false, null);
  return openModule(realm, '@fastify/awilix', {
    diContainer: proxy,
    diContainerProxy: proxy,
    diContainerClassic: newContainer(realm, true, null),
  });
};

export const awilixLibrary = defineLibrary({ modules: { awilix, '@fastify/awilix': fastifyAwilix }, runsOthers: true });
