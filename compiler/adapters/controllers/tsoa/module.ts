import {
  concatText,
  HTTP_METHODS,
  mapText,
  openModule,
  type Call,
  type ModuleModel,
  type ObjectValue,
  type Realm,
  type Transfer,
  type Value,
} from '@tool/scanner-sdk';
import { argumentOf, type Exchange, type ParameterRule } from '../arguments.js';
import { argument, declarationsOf, factory, noting, type StatedController, type StatedRoute } from '../declarations.js';
import { controllersDiagnostics } from '../diagnostics.js';
import { Instances, objectOf } from '../instances.js';
import { filesOf } from '../load-classes.js';
import { catchingErrors, handOn, respond } from '../respond.js';
import { folderOf, readConfig, type TsoaConfig } from './config.js';
import { refuse, templateServiceType } from './template-service.js';

export const LIBRARY = 'tsoa';

const PARAMETERS: Readonly<Record<string, ParameterRule['kind']>> = {
  Path: 'path',
  Query: 'query',
  Queries: 'query',
  Body: 'body',
  BodyProp: 'body',
  Header: 'header',
  Request: 'request',
  RequestProp: 'custom',
  Res: 'custom',
  Inject: 'custom',
  UploadedFile: 'file',
  UploadedFiles: 'files',
  FormField: 'body',
};
/** Decorators of one member of a part: without a name the parameter's own is it. */
const NAMED: ReadonlySet<string> = new Set(['Path', 'Query', 'BodyProp', 'Header', 'FormField', 'UploadedFile', 'UploadedFiles']);

const controller = (realm: Realm): ObjectValue =>
  factory(realm, 'Route', (given) => (call) => {
    const cls = argument(call, 0);
    const path = argument(given, 0);
    if (cls.kind === 'object')
      declarationsOf(call, LIBRARY).controllers.push({
        cls,
        kind: 'controller',
        path: call.isUndefined(path) ? call.const('') : path,
        middlewares: [],
        caller: call,
      });
  });

const route = (realm: Realm, name: string): ObjectValue =>
  factory(realm, name, (given) => (call) => {
    const key = call.text(argument(call, 1));
    const path = argument(given, 0);
    if (key !== null)
      declarationsOf(call, LIBRARY).addRoute(argument(call, 0), {
        key,
        method: name.toLowerCase(),
        path: call.isUndefined(path) ? call.const('') : path,
        middlewares: [],
        caller: call,
      });
  });

const parameter = (realm: Realm, name: string, kind: ParameterRule['kind']): ObjectValue =>
  factory(realm, name, (given) => (call) => {
    const index = call.constant(argument(call, 2));
    const method = call.get(argument(call, 0), call.text(argument(call, 1)) ?? '');
    const own = typeof index === 'number' ? call.declaredParameters?.(method)?.[index] : undefined;
    const written = given.args[0] ? given.text(given.args[0]) : null;
    const member = NAMED.has(name) ? (written ?? own?.name ?? null) : null;
    declarationsOf(call, LIBRARY).addParameter(call, {
      kind,
      name: member === null ? null : kind === 'header' ? member.toLowerCase() : member,
      required: own?.optional === false,
    });
  });

const fetchMiddlewares: Transfer = (call) => {
  const target = argument(call, 0);
  const declarations = declarationsOf(call, LIBRARY);
  return call.list(call.isFunction(target) ? declarations.ofTarget(target, 'Middlewares') : []);
};

/** `{id}` of an OpenAPI path is `:id`, and slashes stand between the parts and at no end. */
const normal = (value: Value): Value =>
  mapText(value, (text) => {
    const clean = text
      .replace(/\{([^}]+)\}/g, ':$1')
      .replace(/\/{2,}/g, '/')
      .replace(/^\/|\/$/g, '');
    return clean === '' ? '' : `/${clean}`;
  });

/** What the generated `RegisterRoutes(app)` does: every controller of the project with its security, middlewares and arguments. */
export const registerRoutes: Transfer = (call, emit) => {
  const app = argument(call, 0);
  const config = readConfig(call);
  const declarations = declarationsOf(call, LIBRARY);
  for (const pattern of config.controllers) for (const file of filesOf(call, pattern, config.folder)) call.project?.load(file);
  // Those of another package are that one's.
  const controllers = declarations.controllers.filter(({ caller }) => (folderOf(caller) ?? config.folder) === config.folder);
  if (controllers.length === 0) emit.report(controllersDiagnostics, 'no-controllers', { library: LIBRARY });
  const instances = new Instances(containerOf(call, config));
  for (const one of controllers)
    for (const stated of declarations.routesOf(call, one.cls)) register(call, app, config, instances, one, stated);
};

function containerOf(call: Call, config: TsoaConfig): ((at: Call, cls: Value) => Value) | null {
  const container = config.iocModule === null || !call.project ? null : call.get(call.project.load(config.iocModule), 'iocContainer');
  return container && container.kind === 'object'
    ? (at, cls) => {
        const own = at.isFunction(container) ? at.invoke(container, [at.unknown('a request')]) : container;
        return at.invoke(at.get(own, 'get'), [cls], own);
      }
    : null;
}

function register(call: Call, app: Value, config: TsoaConfig, instances: Instances, one: StatedController, stated: StatedRoute): void {
  const declarations = declarationsOf(call, LIBRARY);
  const { cls } = one;
  const instance = instances.of(call, cls);
  const method = call.get(instance, stated.key);
  const parameters = declarations.parametersOf(call, cls, stated.key);
  const own = declarations.ofMember(call, cls, stated.key, 'Security');
  const security =
    declarations.ofMember(call, cls, stated.key, 'NoSecurity').length > 0
      ? []
      : own.length > 0
        ? own
        : declarations.ofClass(call, cls, 'Security');
  const middlewares = [...declarations.ofTarget(cls, 'Middlewares'), ...declarations.ofTarget(method, 'Middlewares')];
  const status = declarations.ofMember(call, cls, stated.key, 'SuccessResponse')[0];
  const handler =
    call.inPlaceOf?.(
      method,
      (at) => {
        const [request, response, next] = at.args;
        if (!request || !response || !next) return;
        const exchange: Exchange = { request, response, next };
        catchingErrors(
          at,
          () => {
            const declared = at.declaredParameters?.(method) ?? [];
            const args = declared.map((parameter_, index) => argumentFor(at, exchange, parameters.get(index), parameter_, stated));
            answer(at, exchange, instance, status ?? null, at.awaited(at.invoke(method, args, instance)));
          },
          (error) => handOn(at, exchange, error),
        );
      },
      { name: `${call.describe(cls)}_${stated.key}` },
    ) ?? method;
  const fn = stated.caller.get(app, stated.method);
  if (stated.caller.isFunction(fn))
    stated.caller.invoke(
      fn,
      [
        concatText(normal(call.const(config.basePath)), concatText(normal(one.path), normal(stated.path))),
        ...authentication(call, config, security),
        ...middlewares,
        handler,
      ],
      app,
    );
}

/** What functions of `@Res` give: an action that returns it has answered. */
const sent = new WeakSet<Value>();

/** A parameter without a decorator is a part of the path when the path names it, else of the query. */
function argumentFor(
  call: Call,
  exchange: Exchange,
  rule: ParameterRule | undefined,
  declared: NonNullable<Parameters<typeof argumentOf>[3]>,
  stated: StatedRoute,
): Value {
  const path = call.text(stated.path) ?? '';
  const inferred: ParameterRule = {
    kind: path.includes(`{${declared.name}}`) || path.includes(`:${declared.name}`) ? 'path' : 'query',
    name: declared.name,
    required: !declared.optional,
  };
  if (rule?.kind === 'custom')
    return call.fn('respond', (at) => {
      const [code, body] = at.args;
      if (code) respond(at, exchange, 'status', [code]);
      if (body) respond(at, exchange, 'json', [body]);
      const answered = at.unknown('what has been answered');
      sent.add(answered);
      return answered;
    });
  return argumentOf(call, exchange, rule ?? inferred, declared, { validates: true, byType: true, refuse });
}

function answer(call: Call, exchange: Exchange, instance: Value, stated: Value | null, result: Value): void {
  const set = call.get(instance, 'statusCode');
  const code = stated && /^\d{3}$/.test(String(call.constant(stated))) ? call.const(Number(call.constant(stated))) : null;
  const status = typeof call.constant(set) === 'number' ? set : code;
  for (const value of call.alternatives(result)) {
    if (sent.has(value)) continue;
    const nothing = call.isUndefined(value) || (value.kind === 'const' && value.value === null);
    respond(call, exchange, 'status', [status ?? call.const(nothing ? 204 : 200)]);
    respond(call, exchange, nothing ? 'end' : 'json', nothing ? [] : [value]);
  }
}

/** `expressAuthentication(request, name, scopes)` of the project's own module. */
function authentication(call: Call, config: TsoaConfig, security: readonly Value[]): readonly Value[] {
  if (security.length === 0) return [];
  const scopes = call.list(security);
  const module = config.authenticationModule === null || !call.project ? null : call.project.load(config.authenticationModule);
  const checker = module && call.get(module, 'expressAuthentication');
  if (!checker || !call.isFunction(checker) || !call.inPlaceOf)
    return [call.unknown('the authentication of the project', { module: LIBRARY, path: 'authenticateMiddleware', args: [scopes] })];
  return [
    call.inPlaceOf(
      checker,
      (at) => {
        const [request, response, next] = at.args;
        if (!request || !response || !next) return;
        const exchange: Exchange = { request, response, next };
        catchingErrors(
          at,
          () => {
            for (const each of security) {
              const [name, rights] = at.elements(each) ?? [];
              at.set(
                request,
                'user',
                at.awaited(at.invoke(checker, [request, name ?? at.const(undefined), rights ?? at.list([]), response])),
              );
            }
            handOn(at, exchange);
          },
          (error) => {
            if (at.isUndefined(at.get(error, 'status'))) at.set(error, 'status', at.const(401));
            handOn(at, exchange, error);
          },
        );
      },
      { name: 'authenticateMiddleware', args: security, statuses: [401] },
    ),
  ];
}

/** `Controller`: what an action says of its answer is kept on the object. */
function baseController(realm: Realm): ObjectValue {
  const prototype = realm.record({
    setStatus: realm.fn('setStatus', (call) => {
      call.set(call.receiver, 'statusCode', argument(call, 0));
    }),
    getStatus: realm.fn('getStatus', (call) => call.get(call.receiver, 'statusCode')),
    setHeader: realm.fn('setHeader', () => undefined),
    getHeader: realm.fn('getHeader', (call) => call.unknown('a header')),
    getHeaders: realm.fn('getHeaders', (call) => call.record({})),
  });
  return realm.fn('Controller', (call) => objectOf(call, prototype), { prototype });
}

/** `@Security('jwt', ['admin'])` and `@Security({ jwt: ['admin'] })`, as pairs of a name and its scopes. */
const security = (realm: Realm): ObjectValue =>
  noting(realm, LIBRARY, 'Security', (given) => {
    const [first, scopes] = given.args;
    const entries = first && first.kind === 'object' ? given.entries(first) : null;
    return entries
      ? entries.map(([name, value]) => given.list([given.const(name), value]))
      : [given.list([first ?? given.const(undefined), scopes ?? given.list([])])];
  });

/** A decorator of a class or method whose list hangs on the function itself. */
const middlewares = (realm: Realm): ObjectValue =>
  factory(realm, 'Middlewares', (given) => (call) => {
    const [target, key] = call.args;
    const fn = target && key && !call.isUndefined(key) ? call.get(target, call.text(key) ?? '') : target;
    if (fn) declarationsOf(call, LIBRARY).noteTarget(fn, 'Middlewares', given.args);
  });

const SILENT = [
  'Tags',
  'OperationId',
  'Deprecated',
  'Hidden',
  'Example',
  'Extension',
  'Produces',
  'Consumes',
  'Response',
  'CustomAttribute',
  'SpecPath',
];

export const tsoa: ModuleModel = (realm) =>
  openModule(realm, LIBRARY, {
    Route: controller(realm),
    Controller: baseController(realm),
    Security: security(realm),
    Middlewares: middlewares(realm),
    NoSecurity: noting(realm, LIBRARY, 'NoSecurity', (given) => [given.const(true)]),
    SuccessResponse: noting(realm, LIBRARY, 'SuccessResponse', (given) => given.args.slice(0, 1)),
    ...Object.fromEntries(
      HTTP_METHODS.filter((method) => /^(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)$/.test(method))
        .map((method) => method.charAt(0) + method.slice(1).toLowerCase())
        .map((name) => [name, route(realm, name)]),
    ),
    ...Object.fromEntries(Object.entries(PARAMETERS).map(([name, kind]) => [name, parameter(realm, name, kind)])),
    ...Object.fromEntries(SILENT.map((name) => [name, factory(realm, name, () => () => undefined)])),
    fetchMiddlewares: realm.fn('fetchMiddlewares', fetchMiddlewares),
    ExpressTemplateService: realm.fn('ExpressTemplateService', (call) => call.host(templateServiceType, null), {
      prototype: realm.prototype(templateServiceType),
    }),
  });

/** The file that `tsoa routes` writes, where it is not there. */
export const generatedRoutes: ModuleModel = (realm) => realm.record({ RegisterRoutes: realm.fn('RegisterRoutes', registerRoutes) });
