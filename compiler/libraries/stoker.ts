import {
  defineHostType,
  defineLibrary,
  functions,
  openModule,
  type Call,
  type HostType,
  type ModuleModel,
  type Transfer,
  type Value,
} from '@tool/scanner-sdk';
import { codes, phrases } from './http-status.js';
import { argument } from './support/fallback.js';

/** `z.<method>(…)` of the program's zod. */
const z = (call: Call, method: string, ...args: readonly Value[]): Value => {
  const module = call.module!('zod');
  return call.invoke(call.get(call.get(module, 'z'), method), args);
};
const on = (call: Call, schema: Value, method: string, ...args: readonly Value[]): Value =>
  call.invoke(call.get(schema, method), args, schema);
const object = (call: Call, members: Readonly<Record<string, Value>>): Value => z(call, 'object', call.record(members));

const content = (call: Call, schema: Value, more: Readonly<Record<string, Value>> = {}): Value =>
  call.record({ content: call.record({ 'application/json': call.record({ schema }) }), description: argument(call, 1), ...more });
const helpers: Readonly<Record<string, Transfer>> = {
  jsonContent: (call) => content(call, argument(call, 0)),
  jsonContentRequired: (call) => content(call, argument(call, 0), { required: call.const(true) }),
  jsonContentOneOf: (call) => content(call, z(call, 'union', argument(call, 0))),
};

const schemas: Readonly<Record<string, Transfer>> = {
  createErrorSchema: (call) =>
    object(call, {
      success: z(call, 'boolean'),
      error: object(call, {
        issues: z(
          call,
          'array',
          object(call, {
            code: z(call, 'string'),
            path: z(call, 'array', z(call, 'union', call.list([z(call, 'string'), z(call, 'number')]))),
            message: on(call, z(call, 'string'), 'optional'),
          }),
        ),
        name: z(call, 'string'),
      }),
    }),
  createMessageObjectSchema: (call) => object(call, { message: z(call, 'string') }),
};
const PARAMETERS: Readonly<Record<string, (call: Call) => Value>> = {
  IdParamsSchema: (call) =>
    object(call, { id: call.invoke(call.get(call.get(call.get(call.module!('zod'), 'z'), 'coerce'), 'number'), []) }),
  IdUUIDParamsSchema: (call) => object(call, { id: on(call, z(call, 'string'), 'uuid') }),
  SlugParamsSchema: (call) => object(call, { slug: on(call, z(call, 'string'), 'regex', call.regexp('^[\\w-]+$')) }),
};

/** `c.json(body, status)` of the context that a handler is given. */
const answer = (call: Call, context: Value, body: Readonly<Record<string, Value>>, status: Value): Value =>
  call.invoke(call.get(context, 'json'), [call.record(body), status], context);
const text = (call: Call, what: string): Value => call.typed?.({ kind: 'string' }, what) ?? call.unknown(what);

const notFound: Transfer = (call) =>
  answer(call, argument(call, 0), { message: text(call, 'the path that is not found') }, call.const(404));
const onError: Transfer = (call) => {
  const error = argument(call, 0);
  const own = call.get(error, 'status');
  return answer(
    call,
    argument(call, 1),
    {
      message: call.get(error, 'message'),
      stack: call.oneOf?.([call.get(error, 'stack'), call.const(undefined)], 'the server runs in production') ?? call.get(error, 'stack'),
    },
    call.isUndefined(own) ? call.const(500) : own,
  );
};
const defaultHook: Transfer = (call) => {
  const result = argument(call, 0);
  if (call.truthy(call.get(result, 'success')) === true) return undefined;
  const error = call.get(result, 'error');
  return answer(
    call,
    argument(call, 1),
    { success: call.get(result, 'success'), error: call.record({ name: call.get(error, 'name'), issues: call.get(error, 'issues') }) },
    call.const(422),
  );
};

/** Schemas for parameters are made when they are read: then there is a call to ask for the validation library. */
const schemasType: HostType<null> = defineHostType<null>({
  name: 'stoker/openapi/schemas',
  inert: true,
  methods: schemas,
  getters: Object.fromEntries(Object.entries(PARAMETERS).map(([name, make]) => [name, (call: Call) => make(call)])),
});

/** Each function of a folder is the default export of a file of its own as well. */
const files = (folder: string, transfers: Readonly<Record<string, Transfer>>): Record<string, ModuleModel> =>
  Object.fromEntries(
    Object.entries(transfers).map(([name, transfer]) => {
      const module = `${folder}/${name.replace(/Schema$/, folder.endsWith('schemas') && name === 'createMessageObjectSchema' ? '' : 'Schema').replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
      return [module, (realm) => openModule(realm, module, { default: realm.fn(name, transfer) })];
    }),
  );

/** stoker: status codes and OpenAPI helpers for Hono. */
export const stokerLibrary = defineLibrary({
  modules: {
    'stoker/http-status-codes': (realm) => openModule(realm, 'stoker/http-status-codes', codes(realm)),
    'stoker/http-status-phrases': (realm) => openModule(realm, 'stoker/http-status-phrases', phrases(realm)),
    'stoker/openapi/helpers': (realm) => openModule(realm, 'stoker/openapi/helpers', functions(realm, helpers)),
    ...files('stoker/openapi/helpers', helpers),
    'stoker/openapi/schemas': (realm) => realm.host(schemasType, null),
    ...files('stoker/openapi/schemas', schemas),
    'stoker/openapi': (realm) => openModule(realm, 'stoker/openapi', functions(realm, { defaultHook })),
    ...files('stoker/openapi', { defaultHook }),
    'stoker/middlewares': (realm) => openModule(realm, 'stoker/middlewares', functions(realm, { notFound, onError })),
    ...files('stoker/middlewares', { notFound, onError }),
  },
});
