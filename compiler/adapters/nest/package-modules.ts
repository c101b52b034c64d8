import {
  defineHostType,
  openModule,
  type Call,
  type HostType,
  type ModuleModel,
  type ObjectValue,
  type Provenance,
  type Transfer,
  type Value,
} from '@tool/scanner-sdk';
import { argument } from './paths.js';
import { storeOf } from './store.js';

/** What a module of a package does for every route of the application. */
export interface Brought {
  readonly cls: ObjectValue;
  /** Its middlewares run before those of modules that are not. */
  readonly global: boolean;
  readonly providers: readonly Value[];
  /** Modules that its options import. */
  readonly imports: Value;
}

interface PackageModule {
  readonly global?: boolean;
  readonly guard?: string;
  readonly interceptor?: string;
  /** Whether it provides them with these options; without it always. */
  readonly provides?: (call: Call, options: Value, kind: 'guard' | 'interceptor') => boolean;
  /** The class provides its interceptor, and `forRoot` does so once more. */
  readonly twice?: true;
  /** The middlewares of its `configure`, as the options of the module decide. */
  readonly middlewares?: (call: Call, options: Value) => readonly Value[];
}

const option = (call: Call, options: Value, ...keys: readonly string[]): Value =>
  keys.reduce((at: Value, key) => (at.kind === 'object' ? call.get(at, key) : call.const(undefined)), options);

const made = (call: Call, module: string, path: string): Value => call.unknown('a middleware of a package', { module, path });

const MODULES: Readonly<Record<string, PackageModule>> = {
  'nestjs-i18n I18nModule': {
    global: true,
    interceptor: 'I18nLanguageInterceptor',
    middlewares: (call, options) =>
      call.truthy(option(call, options, 'disableMiddleware')) === true ? [] : [made(call, 'nestjs-i18n', 'I18nMiddleware')],
  },
  'nestjs-pino LoggerModule': {
    global: true,
    middlewares: (call, options) => [
      ...(call.truthy(option(call, options, 'useExisting')) === true ? [] : [made(call, 'pino-http', 'pinoHttp()')]),
      made(call, 'nestjs-pino', 'bindLoggerMiddleware'),
    ],
  },
  '@sentry/nestjs/setup SentryModule': { interceptor: 'SentryTracingInterceptor', twice: true },
  // What is not mounted is replaced by an object that lets everything pass.
  'nestjs-cls ClsModule': {
    global: true,
    guard: 'ClsGuard',
    interceptor: 'ClsInterceptor',
    provides: (call, options, kind) => call.truthy(option(call, options, kind, 'mount')) !== false,
    middlewares: (call, options) =>
      call.truthy(option(call, options, 'middleware', 'mount')) === true ? [made(call, 'nestjs-cls', 'ClsMiddleware')] : [],
  },
};

/** The options that `forRoot(options)` got, or that the factory of `forRootAsync` makes. */
function optionsOf(call: Call, { path, args }: Provenance): Value {
  const given = args?.[0] ?? call.const(undefined);
  const factory = /Async\(\)$/.test(path) ? option(call, given, 'useFactory') : null;
  if (!factory) return given;
  if (!call.isFunction(factory)) return call.unknown('the options of a module');
  let options: Value = call.unknown('the options of a module');
  call.attempt('the options of a module', () => {
    options = call.awaited(
      call.invoke(
        factory,
        (call.declaredParameters?.(factory) ?? []).map(() => call.unknown('a provider')),
      ),
    );
  });
  return options;
}

/** A class whose `configure(consumer)` mounts these. */
function configuring(call: Call, name: string, middlewares: readonly Value[], options: Value): ObjectValue {
  const [exclude, routes] = [option(call, options, 'exclude'), option(call, options, 'forRoutes')];
  const configure = call.fn('configure', (inner) => {
    const run = (target: Value, method: string, args: readonly Value[]): Value => inner.invoke(inner.get(target, method), args, target);
    const [consumer] = inner.args;
    if (!consumer || middlewares.length === 0) return;
    const applied = run(consumer, 'apply', middlewares);
    const excluded = inner.elements(exclude);
    if (excluded) run(applied, 'exclude', excluded);
    run(applied, 'forRoutes', inner.elements(routes) ?? [inner.const('*')]);
  });
  const cls = call.fn(name, () => undefined);
  call.set(cls, 'prototype', call.record({ configure }));
  return cls;
}

/** What a module of a package does for the whole application; null for one that does nothing of the kind. */
export function broughtBy(call: Call, provenance: Provenance): Brought | null {
  const { module, path } = provenance;
  const name = path.split('.')[0]!;
  const known = Object.hasOwn(MODULES, `${module} ${name}`) ? MODULES[`${module} ${name}`]! : null;
  // `forFeature` and the like add nothing that runs.
  if (!known || !/^\w+(?:\.for(?:Root|RootAsync)\(\))?$/.test(path)) return null;
  const options = optionsOf(call, provenance);
  const provided = (kind: 'guard' | 'interceptor', cls: string | undefined): readonly Value[] =>
    cls === undefined || known.provides?.(call, options, kind) === false
      ? []
      : [
          call.record({
            provide: call.const(`APP_${kind.toUpperCase()}`),
            useClass: call.unknown('a class of a package', { module, path: cls }),
          }),
        ];
  return {
    cls: configuring(call, name, known.middlewares?.(call, options) ?? [], options),
    global: known.global === true,
    imports: option(call, provenance.args?.[0] ?? call.const(undefined), 'imports'),
    providers: [
      ...provided('guard', known.guard),
      ...provided('interceptor', known.interceptor),
      ...provided('interceptor', known.twice && path !== name ? known.interceptor : undefined),
    ],
  };
}

// ---- nestjs-cls -------------------------------------------------------------------------------------------------------

const CLS = 'nestjs-cls';

/** Where the request keeps what the storage holds under a name. */
const at = (name: string): string => `cls.${name}`;
const unknown = (call: Call, what: string): Value => call.unknown(`what ${CLS} holds`, { module: CLS, path: `ClsService.${what}` });

const get: Transfer = (call) => {
  const request = storeOf(call).serving?.request;
  const [first, ...rest] = call.text(argument(call, 0))?.split('.') ?? [];
  if (!request || first === undefined) return unknown(call, 'get()');
  return rest.reduce((value: Value, name) => call.get(value, name), call.get(request, at(first)));
};
const set: Transfer = (call) => {
  const request = storeOf(call).serving?.request;
  const name = call.text(argument(call, 0));
  if (request && name !== null) call.set(request, at(name), argument(call, 1));
  return undefined;
};
const run: Transfer = (call) => {
  const work = call.args.find((each) => call.isFunction(each));
  return work ? call.invoke(work, []) : undefined;
};

/** What `nestjs-cls` holds for a request is what others find there that serve it. */
const serviceType: HostType<null> = defineHostType<null>({
  name: 'nest.cls',
  inert: true,
  methods: { get, set, setIfUndefined: set, run, runWith: run, enter: () => undefined, exit: run },
  missing: (call, key) => (key === 'then' || key === 'constructor' ? undefined : unknown(call, key)),
});

export const clsModule: ModuleModel = (realm) => {
  const make: Transfer = (call) => call.host(serviceType, null);
  return openModule(realm, CLS, {
    ClsService: realm.fn('ClsService', make, { prototype: realm.prototype(serviceType) }),
    ClsServiceManager: openModule(realm, CLS, { getClsService: realm.fn('getClsService', make) }),
  });
};
