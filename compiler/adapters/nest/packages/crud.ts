import type { Shape } from '@tool/ir';
import {
  classShape,
  openModule,
  parameterShape,
  wayOfOptions,
  type Call,
  type DeclaredMember,
  type ModuleModel,
  type ObjectValue,
  type Realm,
  type Transfer,
  type Value,
} from '@tool/scanner-sdk';
import { packageClass } from '../class-bases.js';
import { describedBy, silent } from '../decorators.js';
import { nestDiagnostics } from '../diagnostics.js';
import { exception } from '../exceptions.js';
import { custom, remember, stateRule, type ParameterRule } from '../parameters.js';
import { argument } from '../paths.js';
import { serializer } from '../runs.js';
import { KEYS, storeOf, type Caller } from '../store.js';

/** Routes that `@Crud()` adds, in the order in which it does: name, method, what follows the parameters, and whether the primary ones are there. */
const ROUTES: readonly (readonly [name: string, method: string, rest: string, ofOne: boolean])[] = [
  ['getOneBase', 'GET', '', true],
  ['getManyBase', 'GET', '', false],
  ['createOneBase', 'POST', '', false],
  ['createManyBase', 'POST', '/bulk', false],
  ['updateOneBase', 'PATCH', '', true],
  ['replaceOneBase', 'PUT', '', true],
  ['deleteOneBase', 'DELETE', '', true],
  ['recoverOneBase', 'PATCH', '/recover', true],
];

/** What a method of such a controller serves. */
interface Served {
  readonly name: string;
  readonly options: Value;
  readonly params: readonly (readonly [string, Value])[];
}
const served = new WeakMap<Value, Served>();
/** Methods of a prototype that stand in place of generated ones. */
const overrides = new WeakMap<Value, { readonly key: string; readonly fn: Value; readonly base: string; readonly caller: Caller }[]>();

const PARSED = 'NESTJSX_PARSED_CRUD_REQUEST_KEY';
const TEXT: Shape = { kind: 'string' };
const WHOLE: Shape = { kind: 'integer' };
const QUERY: Readonly<Record<string, Shape>> = {
  ...Object.fromEntries(['fields', 'filter', 'or', 'sort', 'join'].map((name) => [name, { kind: 'array', items: TEXT }])),
  ...Object.fromEntries(['limit', 'offset', 'page'].map((name) => [name, WHOLE])),
  s: TEXT,
  cache: { ...WHOLE, minimum: 0, maximum: 1 },
};
/** What requests for records may ask for. */
const ASKED: Readonly<Record<string, readonly string[]>> = { getManyBase: Object.keys(QUERY), getOneBase: ['fields', 'join', 'cache'] };

const at = (call: Call, value: Value, ...names: readonly string[]): Value =>
  names.reduce((of, name) => (of.kind === 'object' ? call.get(of, name) : call.const(undefined)), value);
const entriesOf = (call: Call, value: Value): readonly (readonly [string, Value])[] =>
  value.kind === 'object' ? (call.knownEntries?.(value) ?? []) : [];
const textsOf = (call: Call, value: Value): readonly string[] => (call.elements(value) ?? []).flatMap((each) => call.text(each) ?? []);
const isSet = (call: Call, value: Value, ...names: readonly string[]): boolean => call.truthy(at(call, value, ...names)) === true;
const merged = (call: Call, ...values: readonly Value[]): Value =>
  call.record(Object.fromEntries(values.flatMap((value) => entriesOf(call, value))));
const typed = (call: Call, shape: Shape, why: string): Value => call.typed?.(shape, why) ?? call.unknown(why);
const promised = (call: Call, value: Value): Value => call.promise?.(value) ?? value;

// ---- Routes -----------------------------------------------------------------------------------------------------------

/** Of an entity any member may be missing: its validators are asked for those of their groups alone. */
function bodyOf(call: Call, name: string, options: Value): ParameterRule {
  const validation = at(call, options, 'validation');
  const stated = at(call, options, 'dto', name.startsWith('create') ? 'create' : name.slice(0, -'OneBase'.length));
  const cls = call.isUndefined(stated) ? at(call, options, 'model', 'type') : stated;
  const way = wayOfOptions(call, validation);
  const one: DeclaredMember = { name: 'dto', optional: false, place: call.span, cls, list: false };
  const { checked, shape } = parameterShape(call, one, way);
  const loose = (of: Shape): Shape => (of.properties ? { ...of, properties: of.properties.map(({ required: _, ...all }) => all) } : of);
  const isChecked = checked && cls === stated && call.constant(validation) !== false;
  const items = isChecked ? classShape(call, cls, way) : loose(shape ?? { kind: 'object', open: true });
  const { cls: _, ...plain } = one;
  const bulk: Shape = { kind: 'object', properties: [{ name: 'bulk', shape: { kind: 'array', items }, required: true }] };
  return {
    kind: 'body',
    name: null,
    pipes: isChecked ? [call.construct(call.get(call.module!('@nestjs/common'), 'ValidationPipe'), [validation])] : [],
    declared: name === 'createManyBase' ? { ...plain, shape: bulk } : isChecked ? one : { ...plain, shape: items },
  };
}

function addRoutes(call: Call, caller: Caller, cls: ObjectValue, given: Value, defaults: Value, interceptors: readonly Value[]): void {
  const store = storeOf(call);
  const prototype = call.get(cls, 'prototype');
  if (prototype.kind !== 'object') return;
  const of = (name: string): Value => merged(call, at(call, defaults, name), at(call, given, name));
  const [query, routes] = [of('query'), of('routes')];
  const own = entriesOf(call, at(call, given, 'params'));
  let params = own.length > 0 ? own : entriesOf(call, at(call, defaults, 'params'));
  if (!params.some(([, one]) => isSet(call, one, 'primary')))
    params = [...params, ['id', call.record({ field: call.const('id'), type: call.const('number'), primary: call.const(true) })]];
  const options = merged(call, given, call.record({ query, routes, params: call.record(Object.fromEntries(params)) }));
  const enabled = params.filter(([, one]) => !isSet(call, one, 'disabled'));
  const primary = enabled.filter(([, one]) => isSet(call, one, 'primary'));
  const [only, exclude] = [textsOf(call, at(call, routes, 'only')), textsOf(call, at(call, routes, 'exclude'))];
  served.set(cls, { name: '', options, params: enabled });
  for (const [name, method, rest, ofOne] of ROUTES) {
    if (only.length > 0 ? !only.includes(name) : exclude.includes(name)) continue;
    if (name === 'recoverOneBase' && !isSet(call, query, 'softDelete')) continue;
    const base = call.fn(name, (inner) => {
      const service = inner.get(inner.receiver, 'service');
      return inner.invoke(inner.get(service, name.slice(0, -'Base'.length)), inner.args, service);
    });
    call.set(prototype, name, base);
    const around = [...interceptors, ...(call.elements(at(call, routes, name, 'interceptors')) ?? [])];
    store.define(base, KEYS.interceptors, call.list(around));
    for (const decorator of call.elements(at(call, routes, name, 'decorators')) ?? [])
      call.invoke(decorator, [prototype, call.const(name), call.record({ value: base })]);
    const body = /^(create|update|replace)/.test(name) ? bodyOf(call, name, options) : null;
    stateRule(base, 0, { kind: 'custom', name: null, pipes: [], factory: call.fn('ParsedRequest', parsed) });
    if (body) stateRule(base, 1, body);
    const override = overrides.get(prototype)?.find((one) => one.base === name);
    const fn = override?.fn ?? base;
    if (override) {
      const more = store.own(fn, KEYS.interceptors);
      store.define(fn, KEYS.interceptors, call.list([...around, ...((more && call.elements(more)) ?? [])]));
      if (body) stateRule(fn, null, { ...body, declared: undefined });
    }
    served.set(fn, { name, options, params: ofOne ? enabled : enabled.filter((one) => !primary.includes(one)) });
    store.define(fn, KEYS.path, call.const(`${ofOne ? primary.map(([each]) => `/:${each}`).join('') : ''}${rest}` || '/'));
    store.define(fn, KEYS.method, call.const(method));
    store.addMember(prototype, override?.key ?? name, override?.caller ?? caller);
  }
}

const override: Transfer = (given) =>
  given.fn('Override', (call, emit) => {
    const [prototype, key] = [argument(call, 0), call.text(argument(call, 1)) ?? ''];
    const one = { key, fn: describedBy(call), base: call.text(argument(given, 0)) ?? `${key}Base`, caller: { call, emit } };
    overrides.set(prototype, [...(overrides.get(prototype) ?? []), one]);
  });

const parsed: Transfer = (call) => call.get(requestOf(call, argument(call, 1)), PARSED);

// ---- Interceptors -----------------------------------------------------------------------------------------------------

const of = (call: Call, value: Value, method: string): Value => call.invoke(call.get(value, method), [], value);
const requestOf = (call: Call, context: Value): Value => of(call, of(call, context, 'switchToHttp'), 'getRequest');
const servedBy = (call: Call, context: Value): Served | undefined =>
  served.get(of(call, context, 'getHandler')) ?? served.get(of(call, context, 'getClass'));

/** What the request asks for: parameters of the path as conditions, and what is read of the query. */
const parse: Transfer = (call) => {
  const [context, next] = [argument(call, 0), argument(call, 1)];
  const request = requestOf(call, context);
  const { name, options, params } = servedBy(call, context) ?? { name: '', options: call.record({}), params: [] };
  const [path, query] = [call.get(request, 'params'), call.get(request, 'query')];
  const conditions = params.map(([key, one]) => {
    const type = call.text(at(call, one, 'type'));
    const value = call.get(path, key);
    const shape: Shape = type === 'number' ? { kind: 'number' } : type === 'uuid' ? { ...TEXT, format: 'uuid' } : TEXT;
    return call.record({
      field: call.const(call.text(at(call, one, 'field')) ?? key),
      value: call.refine?.(value, shape, 'validator') ?? value,
    });
  });
  const asked = (ASKED[name] ?? []).map((key) => {
    const value = call.get(query, key);
    return [key, call.refine?.(value, QUERY[key]!, 'code') ?? value] as const;
  });
  call.mayThrow?.(exception(call, 'BadRequestException', typed(call, TEXT, 'what is wrong with a request')));
  const found = call.record({
    ...Object.fromEntries(['fields', 'search', 'filter', 'or', 'join', 'sort'].map((key) => [key, call.unknown(`${key} of a request`)])),
    ...Object.fromEntries(asked.filter(([key]) => QUERY[key] === WHOLE)),
    paramsFilter: call.list(conditions),
  });
  call.set(request, PARSED, call.record({ parsed: found, options }));
  return of(call, next, 'handle');
};

/** Records are written as class-transformer does it: as their class says, or the one that is stated for the route. */
const serialize: Transfer = (call) => {
  const { name, options } = servedBy(call, argument(call, 0)) ?? { name: '', options: call.record({}) };
  const stated = at(call, options, 'serialize', /^[a-z]+(?=One)/.exec(name)?.[0] ?? (name === 'getManyBase' ? 'get' : ''));
  const next = argument(call, 1);
  if (call.constant(stated) === false) return of(call, next, 'handle');
  const one = serializer(call, call.isFunction(stated) ? call.record({ type: stated }) : call.record({}), null);
  return call.invoke(call.get(one, 'intercept'), call.args, one);
};

// ---- Services ---------------------------------------------------------------------------------------------------------

const ask = (call: Call, method: string, ...args: readonly Value[]): Value => {
  const repo = call.get(call.receiver, 'repo');
  return call.awaited(call.invoke(call.get(repo, method), args, repo));
};
/** The class of the entity, as errors call it. */
const entityName = (call: Call): Value => {
  const entity = call.get(call.get(call.receiver, 'repo'), 'target');
  return call.isFunction(entity) ? call.get(entity, 'name') : call.const(undefined);
};

/** Columns that options keep back are in no record. */
function leaveOut(call: Call, record: Value | undefined, options: Value): void {
  if (record?.kind !== 'object') return;
  const [exclude, allow, joins] = [
    textsOf(call, at(call, options, 'exclude')),
    textsOf(call, at(call, options, 'allow')),
    entriesOf(call, at(call, options, 'join')),
  ];
  const isLeft = (name: string): boolean => allow.includes(name) || name === 'id' || joins.some(([join]) => join === name);
  for (const [name] of entriesOf(call, record))
    if (exclude.includes(name) || (allow.length > 0 && !isLeft(name))) call.set(record, name, call.const(undefined));
  for (const [name, join] of joins) {
    const held = call.get(record, name);
    leaveOut(call, call.elements(held)?.[0] ?? held, join);
  }
}
/** Records with the relations that every request gets. */
function find(call: Call, method: 'find' | 'findOneOrFail', isAny = false): Value {
  const [asking, query] = [at(call, argument(call, 0), 'parsed', 'paramsFilter'), at(call, argument(call, 0), 'options', 'query')];
  const where = (call.elements(asking) ?? []).map((each) => [call.text(at(call, each, 'field')) ?? '', at(call, each, 'value')] as const);
  const eager = entriesOf(call, at(call, query, 'join')).filter(
    ([, join]) => isSet(call, join, 'eager') && call.constant(at(call, join, 'select')) !== false,
  );
  const found = ask(
    call,
    method,
    call.record({
      ...(!isAny && where.length > 0 && { where: call.record(Object.fromEntries(where)) }),
      relations: call.list(eager.map(([name]) => call.const(name))),
    }),
  );
  leaveOut(call, method === 'find' ? call.elements(found)?.[0] : found, query);
  return found;
}
const findOne = (call: Call): Value => {
  const name = call.text(entityName(call));
  const message = name === null ? typed(call, TEXT, 'what was not found') : call.const(`${name} not found`);
  call.mayThrow?.(exception(call, 'NotFoundException', message));
  return find(call, 'findOneOrFail');
};
const changed = (call: Call, found: Value): Value => {
  ask(call, 'save', ask(call, 'merge', found, argument(call, 1)));
  leaveOut(call, found, at(call, argument(call, 0), 'options', 'query'));
  return promised(call, found);
};
const nothingToSave = (call: Call): void => {
  call.mayThrow?.(exception(call, 'BadRequestException', 'Empty data. Nothing to save.'));
};
const pageOf = (call: Call, data: Value): Value =>
  call.record({
    data,
    ...Object.fromEntries(['count', 'total', 'page', 'pageCount'].map((name) => [name, typed(call, WHOLE, `${name} of a page`)])),
  });

const SERVICE: Readonly<Record<string, Transfer>> = {
  ...Object.fromEntries(
    ['find', 'findOne', 'findOneBy', 'count'].map((name): [string, Transfer] => [
      name,
      (call) => promised(call, ask(call, name, ...call.args)),
    ]),
  ),
  getMany: (call) => {
    const all = find(call, 'find');
    const page = pageOf(call, all);
    return promised(
      call,
      isSet(call, argument(call, 0), 'options', 'query', 'alwaysPaginate')
        ? page
        : (call.oneOf?.([all, page], 'a page is asked for') ?? all),
    );
  },
  getOne: (call) => promised(call, findOne(call)),
  createOne: (call) => {
    nothingToSave(call);
    const saved = ask(call, 'save', argument(call, 1));
    const isShallow = isSet(call, argument(call, 0), 'options', 'routes', 'createOneBase', 'returnShallow');
    return promised(call, isShallow ? saved : find(call, 'findOneOrFail', true));
  },
  createMany: (call) => {
    nothingToSave(call);
    return promised(call, ask(call, 'save', at(call, argument(call, 1), 'bulk')));
  },
  updateOne: (call) => changed(call, findOne(call)),
  replaceOne: (call) => changed(call, find(call, 'findOneOrFail')),
  deleteOne: (call) => {
    const found = findOne(call);
    ask(call, isSet(call, argument(call, 0), 'options', 'query', 'softDelete') ? 'softRemove' : 'remove', found);
    return promised(
      call,
      isSet(call, argument(call, 0), 'options', 'routes', 'deleteOneBase', 'returnDeleted') ? found : call.const(undefined),
    );
  },
  recoverOne: (call) => promised(call, findOne(call)),
};

const classOf = (realm: Realm, module: string, name: string, methods: Readonly<Record<string, Transfer>>): ObjectValue =>
  packageClass(realm, realm.unknown(name, { module, path: name }), name, methods, (call, instance) => {
    if (name === 'TypeOrmCrudService') call.set(instance, 'repo', argument(call, 0));
  });

/** `@nestjsx/crud` and what was made of it: controllers whose routes a decorator adds, and services of TypeORM that serve them. */
const crudModule =
  (module: string): ModuleModel =>
  (realm) => {
    let defaults: Value = realm.const(undefined);
    const interceptors = [
      classOf(realm, module, 'CrudRequestInterceptor', { intercept: parse }),
      classOf(realm, module, 'CrudResponseInterceptor', { intercept: serialize }),
    ] as const;
    return openModule(realm, module, {
      Crud: realm.fn('Crud', (given) =>
        given.fn('Crud', (call, emit) => {
          const [cls, options] = [argument(call, 0), argument(given, 0)];
          if (cls.kind === 'object' && options.kind === 'object' && at(call, options, 'routes').kind !== 'unknown')
            addRoutes(call, { call, emit }, cls, options, defaults, interceptors);
          else
            emit.report(nestDiagnostics, 'generated-routes', { decorator: 'Crud', module, name: call.describe(cls) || 'the controller' });
        }),
      ),
      CrudAuth: silent(realm, 'CrudAuth'),
      Override: realm.fn('Override', override),
      ParsedRequest: realm.fn('ParsedRequest', (given) =>
        given.invoke(given.invoke(realm.fn('param', custom), [given.fn('ParsedRequest', parsed)]), []),
      ),
      ParsedBody: realm.fn('ParsedBody', (given) =>
        given.fn('ParsedBody', (call) => {
          remember(call, { kind: 'body', name: null, pipes: [] });
        }),
      ),
      CrudConfigService: realm.record({
        load: realm.fn('load', (call) => {
          defaults = argument(call, 0);
        }),
      }),
      CrudService: classOf(realm, module, 'CrudService', {}),
      CrudRequestInterceptor: interceptors[0],
      CrudResponseInterceptor: interceptors[1],
    });
  };

export const crudModules: Readonly<Record<string, ModuleModel>> = Object.fromEntries(
  ['@nestjsx', '@dataui', '@rewiko', '@n4it'].flatMap((scope): [string, ModuleModel][] => [
    [`${scope}/crud`, crudModule(`${scope}/crud`)],
    [
      `${scope}/crud-typeorm`,
      (realm) =>
        openModule(realm, `${scope}/crud-typeorm`, {
          TypeOrmCrudService: classOf(realm, `${scope}/crud-typeorm`, 'TypeOrmCrudService', SERVICE),
        }),
    ],
  ]),
);
