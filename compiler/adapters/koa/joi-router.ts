import {
  defineHostType,
  errorValue,
  handlerItems,
  HTTP_METHODS,
  schemaShape,
  type Call,
  type Emit,
  type HostType,
  type ModuleModel,
  type Observation,
  type StatedContract,
  type Transfer,
  type Value,
} from '@tool/scanner-sdk';
import { register, routerModule, routerType } from './router.js';
import { observe } from './serve.js';
import { servedType } from './values.js';

const NAME = 'koa-joi-router';
/** koa-joi-router keeps a router of @koa/router inside. */
interface JoiRouter {
  readonly inner: Value;
  readonly listed: Value;
}

const option = (call: Call, of: Value, name: string): Value | null => {
  const value = of.kind === 'object' ? call.get(of, name) : call.const(undefined);
  return call.isUndefined(value) || call.truthy(value) === false ? null : value;
};
const listed = (call: Call, value: Value | null): readonly Value[] => (value ? (call.elements(value) ?? [value]) : []);

/** What a validation demands, in the order in which it is checked, and where the library finds it. */
const PARTS = ['header', 'query', 'params', 'body'] as const;

/** Errors are noticed where they are thrown: a call of its own, which ends at once. */
export const refuse = (call: Call, error: Value): void => {
  call.invoke(
    call.fn('refuse', (at) => {
      at.mayThrow?.(error);
    }),
    [],
  );
};

/** `validate.header`, `query`, `params` and `body`: what does not pass is thrown with the status `failure`; what passes is put back as the schema converts it. */
const validator =
  (spec: Value): Transfer =>
  (call) => {
    const [context, next] = call.args;
    const joi = call.module?.('joi');
    if (!context || !next || !joi) return;
    const request = call.get(context, 'request');
    const status = option(call, spec, 'failure') ?? call.const(400);
    const goesOn = option(call, spec, 'continueOnError') !== null;
    for (const part of PARTS) {
      const schema = option(call, spec, part);
      if (!schema) continue;
      const compiled = call.invoke(call.get(joi, 'compile'), [schema], joi);
      if (!goesOn)
        refuse(
          call,
          errorValue(call, 'ValidationError', 'the request does not pass the schema', {
            status,
            statusCode: status,
            expose: call.const(true),
          }),
        );
      const shape = schemaShape(call, compiled);
      const before = call.get(part === 'params' ? context : request, part);
      const passed = goesOn || !shape ? before : (call.refine?.(before, shape, 'validator') ?? before);
      call.set(request, part, passed);
      if (part === 'params' || part === 'query') call.set(context, part, passed);
      if (part === 'header') call.set(context, 'headers', passed);
    }
    return call.awaited(call.invoke(next, []));
  };

const CONTENT: Readonly<Record<string, string>> = {
  form: 'application/x-www-form-urlencoded',
  multipart: 'multipart/form-data',
  stream: 'multipart/form-data',
};

/** `validate.type`: a body of another content type is refused with 400. */
const parser =
  (refuses: boolean): Transfer =>
  (call) => {
    const [context, next] = call.args;
    if (!context || !next) return;
    const status = call.const(400);
    if (refuses)
      refuse(
        call,
        errorValue(call, 'BadRequestError', 'the body has another content type', { status, statusCode: status, expose: call.const(true) }),
      );
    return call.awaited(call.invoke(next, []));
  };

/** `validate.output`: an answer with one of these statuses has this body, everything else is an accident. */
function stated(call: Call, spec: Value): StatedContract | undefined {
  const output = option(call, spec, 'output');
  const joi = call.module?.('joi');
  const answers: StatedContract['answers'][number][] = [];
  for (const [range, rule] of (output && joi && call.knownEntries?.(output)) ?? []) {
    const body = option(call, rule, 'body');
    const shape = body && schemaShape(call, call.invoke(call.get(joi!, 'compile'), [body], joi));
    if (shape)
      for (const status of range.split(',').map((each) => each.trim()))
        if (/^\d{3}$/.test(status)) answers.push({ status: Number(status), shape, contentType: 'application/json', source: 'schema' });
  }
  return answers.length > 0 ? { refinements: [], answers } : undefined;
}

/** The functions that the library puts between those of the program. */
function between(call: Call, spec: Value): readonly Value[] {
  const type = option(call, spec, 'type');
  const kind = type && call.text(type);
  const served = (name: string, kindOf: 'parser' | 'validation', transfer: Transfer, encoding?: string): Value => {
    const fn = call.fn(name, transfer);
    return call.host(servedType, {
      name,
      type: kindOf,
      observe: (at: Call, seen: Observation) => {
        if (encoding !== undefined) seen.encoding(encoding);
        observe(fn, false)(at, seen);
      },
    });
  };
  return [
    ...(kind ? [served('bodyParser', 'parser', parser(!option(call, spec, 'continueOnError')), CONTENT[kind])] : []),
    ...(PARTS.some((part) => option(call, spec, part)) ? [served('validator', 'validation', validator(spec))] : []),
  ];
}

/** Adds one route: `{ method, path, pre, validate, handler }`. */
function add(call: Call, router: JoiRouter, spec: Value): void {
  if (spec.kind !== 'object') return;
  const methods = listed(call, option(call, spec, 'method'))
    .flatMap((each) => (call.text(each) ?? '').split(' '))
    .filter((each) => each !== '')
    .map((each) => each.toUpperCase());
  const validate = call.get(spec, 'validate');
  const handlers = [...listed(call, option(call, spec, 'pre')), ...between(call, validate), ...listed(call, call.get(spec, 'handler'))];
  const contract = stated(call, validate);
  call.invoke(call.get(router.listed, 'push'), [spec], router.listed);
  const run: Transfer = (inner, emit: Emit) => {
    const data = inner.data(inner.receiver, routerType);
    if (data) register(inner, emit, data, methods, inner.get(spec, 'path'), handlers, contract);
  };
  call.invoke(call.fn('route', run), [], router.inner);
}

const method =
  (run: (call: Call, router: JoiRouter) => Value | void): Transfer =>
  (call) => {
    const data = call.data(call.receiver, joiRouterType);
    return (data && run(call, data)) ?? call.receiver;
  };
const delegate = (name: string): Transfer => method((call, { inner }) => call.invoke(call.get(inner, name), call.args, inner));

/** `router.get(path, config?, …handlers)`. */
const verb = (name: string): Transfer =>
  method((call, router) => {
    const [path, second, ...rest] = call.args;
    if (!path || !second) return;
    const isConfig = second.kind === 'object' && !call.isFunction(second) && call.elements(second) === null;
    const spec = call.record({ path, method: call.const(name), handler: call.list(isConfig ? rest : [second, ...rest]) });
    for (const [key, value] of (isConfig && call.knownEntries?.(second)) || []) call.set(spec, key, value);
    add(call, router, spec);
  });

const joiRouterType: HostType<JoiRouter> = defineHostType<JoiRouter>({
  name: 'KoaJoiRouter',
  methods: {
    ...Object.fromEntries(HTTP_METHODS.map((name) => [name.toLowerCase(), verb(name)])),
    use: delegate('use'),
    prefix: delegate('prefix'),
    param: delegate('param'),
    middleware: delegate('routes'),
    route: method((call, router) => {
      for (const { value } of handlerItems(call, call.args, {})) add(call, router, value);
    }),
  },
});

/** The export of koa-joi-router: with or without `new` a router, and the joi that it brings. */
export const joiRouterModule: ModuleModel = (realm) => {
  const plain = routerModule(realm, NAME);
  const make: Transfer = (call) => {
    const list = call.list([]);
    const inner = call.construct(plain, []);
    return call.host(joiRouterType, { inner, listed: list }, { routes: list, router: inner });
  };
  const type = defineHostType<null>({ name: 'Router', methods: {}, call: make, getters: { Joi: (call) => call.module?.('joi') } });
  return realm.host(type, null, { prototype: realm.prototype(joiRouterType) });
};
