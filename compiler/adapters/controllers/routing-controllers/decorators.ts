import { HTTP_METHODS, type Call, type Emit, type ObjectValue, type Realm, type Value } from '@tool/scanner-sdk';
import type { ParameterRule } from '../arguments.js';
import { memberName } from '../arguments.js';
import { argument, declarationsOf, factory, noting } from '../declarations.js';

export const LIBRARY = 'routing-controllers';

const controller = (realm: Realm, name: string, kind: string): ObjectValue =>
  factory(realm, name, (given) => (call: Call) => {
    const cls = argument(call, 0);
    if (cls.kind === 'object')
      declarationsOf(call, LIBRARY).controllers.push({ cls, kind, path: argument(given, 0), middlewares: [], caller: call });
  });

const stated =
  (method: string, path: Value) =>
  (call: Call): void => {
    const key = call.text(argument(call, 1));
    if (key !== null) declarationsOf(call, LIBRARY).addRoute(argument(call, 0), { key, method, path, middlewares: [], caller: call });
  };

const route = (realm: Realm, name: string, method: string): ObjectValue =>
  factory(realm, name, (given) => stated(method, argument(given, 0)));

/** `@Method('propfind', '/x')`. */
const anyMethod = (realm: Realm): ObjectValue =>
  factory(realm, 'Method', (given) => stated((given.text(argument(given, 0)) ?? 'get').toLowerCase(), argument(given, 1)));

const PARAMETERS: Readonly<Record<string, readonly [kind: ParameterRule['kind'], named: boolean]>> = {
  Body: ['body', false],
  BodyParam: ['body', true],
  Param: ['path', true],
  Params: ['path', false],
  QueryParam: ['query', true],
  QueryParams: ['query', false],
  HeaderParam: ['header', true],
  HeaderParams: ['header', false],
  CookieParam: ['cookie', true],
  CookieParams: ['cookie', false],
  Session: ['session', false],
  SessionParam: ['session', true],
  Req: ['request', false],
  Res: ['response', false],
  Ctx: ['context', false],
  State: ['state', true],
  UploadedFile: ['file', true],
  UploadedFiles: ['files', true],
  CurrentUser: ['user', false],
};

/** A decorator of a parameter: `(name, options)` of one member, `(options)` of the whole. */
const parameter = (realm: Realm, name: string, kind: ParameterRule['kind'], named: boolean): ObjectValue =>
  factory(realm, name, (given) => {
    const options = argument(given, named ? 1 : 0);
    const option = (key: string): Value => (options.kind === 'object' ? given.get(options, key) : given.const(undefined));
    const type = option('type');
    const rule: ParameterRule = {
      kind,
      name: named ? memberName(given, kind) : null,
      ...(!given.isUndefined(option('required')) && { required: given.truthy(option('required')) === true }),
      ...(given.isFunction(type) && { type }),
    };
    return (call) => {
      declarationsOf(call, LIBRARY).addParameter(call, rule);
    };
  });

/** `createParamDecorator({ required, value })` gives a decorator itself. */
const customParameter = (realm: Realm): ObjectValue =>
  realm.fn('createParamDecorator', (given) => {
    const compute = given.get(argument(given, 0), 'value');
    return given.fn('parameter', (call) => {
      declarationsOf(call, LIBRARY).addParameter(call, { kind: 'custom', name: null, compute });
    });
  });

/** `@Middleware({ type, priority })`: a class whose object runs for every request of the server. */
const middleware = (realm: Realm): ObjectValue =>
  factory(realm, 'Middleware', (given) => (call: Call, _emit: Emit) => {
    const options = argument(given, 0);
    declarationsOf(call, LIBRARY).note(call, 'Middleware', [given.get(options, 'type'), given.get(options, 'priority')]);
    declarationsOf(call, LIBRARY).controllers.push({
      cls: argument(call, 0) as ObjectValue,
      kind: 'middleware',
      path: call.const(undefined),
      middlewares: [],
      caller: call,
    });
  });

/** `@Interceptor({ priority })`: one that runs behind every action. */
const interceptor = (realm: Realm): ObjectValue =>
  factory(realm, 'Interceptor', () => (call: Call) => {
    declarationsOf(call, LIBRARY).controllers.push({
      cls: argument(call, 0) as ObjectValue,
      kind: 'interceptor',
      path: call.const(undefined),
      middlewares: [],
      caller: call,
    });
  });

const NOTES = [
  'Authorized',
  'UseBefore',
  'UseAfter',
  'UseInterceptor',
  'HttpCode',
  'OnNull',
  'OnUndefined',
  'Redirect',
  'Render',
  'Header',
  'ContentType',
  'Location',
  'ResponseClassTransformOptions',
] as const;

export const decorators = (realm: Realm): Record<string, Value> => ({
  Controller: controller(realm, 'Controller', 'default'),
  JsonController: controller(realm, 'JsonController', 'json'),
  Middleware: middleware(realm),
  Interceptor: interceptor(realm),
  ...Object.fromEntries(
    [...HTTP_METHODS, 'ALL']
      .map((method) => method.charAt(0) + method.slice(1).toLowerCase())
      .map((name) => [name, route(realm, name, name.toLowerCase())]),
  ),
  Method: anyMethod(realm),
  ...Object.fromEntries(Object.entries(PARAMETERS).map(([name, [kind, named]]) => [name, parameter(realm, name, kind, named)])),
  ...Object.fromEntries(NOTES.map((name) => [name, noting(realm, LIBRARY, name)])),
  // Said once with what it was given, so that a decorator without arguments leaves a trace as well.
  Authorized: noting(realm, LIBRARY, 'Authorized', (given) => [given.list(given.elements(argument(given, 0)) ?? given.args)]),
  createParamDecorator: customParameter(realm),
});
