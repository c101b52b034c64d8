import { ANY, type Shape } from '@tool/ir';
import {
  concatText,
  errorValue,
  functions,
  mapText,
  objectShape,
  openModule,
  type Call,
  type ModuleModel,
  type ObjectValue,
  type ProjectFiles,
  type Realm,
  type Transfer,
  type Value,
} from '@tool/scanner-sdk';
import { refuse } from './joi-router.js';
import { routerModule } from './router.js';

/** koa-swagger-decorator 1: a router that also registers the methods of classes, by what their decorators say. */
interface Described {
  readonly name: string;
  readonly fn: Value;
  method?: Value;
  path?: Value;
  middlewares?: Value;
  /** What is checked of each part of a request. */
  readonly checks: Partial<Record<Part, Value>>;
}
type Part = keyof typeof CHECKED;

/** Methods in the order in which they were decorated, by class (static ones) or prototype. */
const described = new WeakMap<ObjectValue, Described[]>();

function entryOf(call: Call): Described | null {
  const [target, name, descriptor] = call.args;
  const text = name && call.text(name);
  if (target?.kind !== 'object' || !text || descriptor?.kind !== 'object') return null;
  let entries = described.get(target);
  if (!entries) described.set(target, (entries = []));
  let entry = entries.find((each) => each.name === text);
  if (!entry) entries.push((entry = { name: text, fn: call.get(descriptor, 'value'), checks: {} }));
  return entry;
}

const onMethod =
  (apply: (given: Call, entry: Described) => void): Transfer =>
  (given) =>
    given.fn('decorator', (call) => {
      const entry = entryOf(call);
      if (entry) apply(given, entry);
    });
const onClass =
  (member: string): Transfer =>
  (given) =>
    given.fn('decorator', (call) => {
      const [cls] = call.args;
      if (cls) call.set(cls, member, given.args[0] ?? given.const(undefined));
    });
const silent: Transfer = (given) => given.fn('decorator', () => undefined);
const SILENT = [
  'summary',
  'description',
  'tags',
  'responses',
  'security',
  'header',
  'formData',
  'tagsAll',
  'responsesAll',
  'securityAll',
  'deprecatedAll',
  'orderAll',
];

/** The parts of a request that are checked: who has each of them, and where what has passed is found. */
const CHECKED = { query: ['query', 'validatedQuery'], path: ['params', 'validatedParams'], body: ['body', 'validatedBody'] } as const;
const PARTS = Object.keys(CHECKED) as Part[];

const KINDS = ['string', 'number', 'boolean', 'object', 'array'] as const;

/** `{ type: 'string', required: true, default: … }`, with `properties` and `items` of the same kind; of another type anything will do. */
function shapeOf(call: Call, rule: Value): Shape {
  const type = rule.kind === 'object' ? call.text(call.get(rule, 'type')) : call.text(rule);
  const kind = KINDS.find((each) => each === type);
  if (rule.kind !== 'object') return kind ? { kind } : ANY;
  const [properties, items, standIn] = ['properties', 'items', 'default'].map((key) => call.get(rule, key));
  const inner = properties && kind === 'object' ? members(call, properties) : [];
  const instead = standIn && !call.isUndefined(standIn) ? call.json(standIn) : undefined;
  return {
    ...(kind ? { kind } : ANY),
    ...(inner.length > 0 && { properties: inner }),
    ...(items && kind === 'array' && !call.isUndefined(items) && { items: shapeOf(call, items) }),
    ...(instead != null && { default: instead }),
  };
}

const members = (call: Call, rules: Value): readonly NonNullable<Shape['properties']>[number][] =>
  (call.knownEntries?.(rules) ?? []).map(([name, rule]) => ({
    name,
    shape: shapeOf(call, rule),
    ...(rule.kind === 'object' && call.truthy(call.get(rule, 'required')) === true && { required: true }),
  }));

/** Checks what the decorators say in front of the method; what does not pass is refused with 400. */
function checking(call: Call, fn: Value, checks: readonly (readonly [Part, Value])[]): Value {
  const transfer: Transfer = (inner) => {
    const [context] = inner.args;
    if (context)
      for (const [part, rules] of checks) {
        const [from, to] = CHECKED[part];
        const all = members(inner, rules);
        const shape = objectShape(all, true);
        // A path has all of its parameters, and they are texts.
        if (
          all.some(({ shape: { kind }, required }) => (part === 'path' ? kind !== 'any' && kind !== 'string' : kind !== 'any' || required))
        )
          refuse(inner, errorValue(inner, 'InputError', 'incorrect field', { status: inner.const(400) }));
        const before = inner.get(part === 'body' ? inner.get(context, 'request') : context, from);
        inner.set(context, to, inner.refine?.(before, shape, 'validator') ?? before);
      }
    return inner.invoke(fn, inner.args);
  };
  return (call.isFunction(fn) && call.inPlaceOf?.(fn, transfer)) || fn;
}

const decorators: Readonly<Record<string, Transfer>> = {
  ...Object.fromEntries(SILENT.map((name) => [name, silent])),
  deprecated: () => undefined,
  request: onMethod((given, entry) => {
    entry.method = given.args[0] ?? given.const(undefined);
    entry.path = given.args[1] ?? given.const(undefined);
  }),
  middlewares: onMethod((given, entry) => {
    entry.middlewares = given.args[0] ?? given.const(undefined);
  }),
  ...Object.fromEntries(
    PARTS.map((part) => [
      part,
      onMethod((given, entry) => {
        const [rules] = given.args;
        if (rules) entry.checks[part] = rules;
      }),
    ]),
  ),
  queryAll: onClass('queryOfAll'),
  prefix: onClass('prefix'),
  middlewaresAll: onClass('middlewares'),
};

const listed = (call: Call, value: Value | undefined): readonly Value[] =>
  !value || call.isUndefined(value) ? [] : (call.elements(value) ?? [value]);
/** `/users/{id}` → `/users/:id`. */
const routed = (path: Value): Value => mapText(path, (text) => text.replaceAll('{', ':').replaceAll('}', ''));

/** `router.map(Class)`: static methods first. Methods of instances run on an instance of their own. */
function map(call: Call, router: Value, cls: Value, options?: Value): void {
  if (cls.kind !== 'object') return;
  const asks = options?.kind === 'object' ? call.get(options, 'doValidation') : undefined;
  const isChecked = asks === undefined || call.isUndefined(asks) || call.truthy(asks) !== false;
  const ofAll = call.get(cls, 'queryOfAll');
  const prototype = call.get(cls, 'prototype');
  const front = call.get(cls, 'prefix');
  for (const target of [cls, prototype])
    for (const { method, path, middlewares, fn, checks } of (target.kind === 'object' && described.get(target)) || []) {
      const verb = method && call.text(method)?.toLowerCase();
      if (!verb || !path) continue;
      const at = routed(call.isUndefined(front) ? path : concatText(front, path));
      const all = [['query', ofAll] as const, ...PARTS.map((part) => [part, checks[part]] as const)].flatMap(([part, rules]) =>
        isChecked && rules?.kind === 'object' ? [[part, rules] as const] : [],
      );
      const run = all.length > 0 ? checking(call, fn, all) : fn;
      call.invoke(call.get(router, verb), [at, ...listed(call, call.get(cls, 'middlewares')), ...listed(call, middlewares), run], router);
    }
}

function* filesBelow(project: ProjectFiles, folder: string, recursive: boolean): Generator<string> {
  for (const { name, directory } of project.readDirectory(folder) ?? []) {
    if (directory ? recursive && name !== 'node_modules' : false) yield* filesBelow(project, `${folder}/${name}`, recursive);
    else if (!directory && /\.[jt]s$/.test(name) && !name.endsWith('.d.ts')) yield `${folder}/${name}`;
  }
}

/** `router.mapDir(folder)`: the classes that its files export by default. */
function mapFolder(call: Call, router: Value): void {
  const [folder, options] = call.args;
  const text = folder && call.text(folder);
  if (!text || !call.project) return;
  const recursive =
    options?.kind !== 'object' || call.truthy(call.get(options, 'recursive')) !== false || call.isUndefined(call.get(options, 'recursive'));
  for (const file of filesBelow(call.project, text, recursive)) {
    const loaded = call.project.load(file);
    const made = loaded.kind === 'object' ? call.get(loaded, 'default') : loaded;
    map(call, router, call.isUndefined(made) ? loaded : made, options);
  }
}

function extend(call: Call, router: Value): Value {
  const document = (options: Value | undefined, name: string, otherwise: string): Value => {
    const given = options?.kind === 'object' ? call.get(options, name) : call.const(undefined);
    return call.isUndefined(given) ? call.const(otherwise) : given;
  };
  call.set(
    router,
    'map',
    call.fn('map', (inner) => {
      map(inner, router, inner.args[0] ?? inner.const(undefined), inner.args[1]);
    }),
  );
  call.set(
    router,
    'mapDir',
    call.fn('mapDir', (inner) => {
      mapFolder(inner, router);
    }),
  );
  call.set(
    router,
    'swagger',
    call.fn('swagger', (inner) => {
      for (const [name, otherwise] of [
        ['swaggerJsonEndpoint', '/swagger-json'],
        ['swaggerHtmlEndpoint', '/swagger-html'],
      ] as const)
        inner.invoke(
          inner.get(router, 'get'),
          [
            document(inner.args[0], name, otherwise),
            inner.fn('document', (at) => {
              if (name === 'swaggerHtmlEndpoint') at.set(at.args[0]!, 'type', at.const('html'));
              at.set(at.args[0]!, 'body', at.unknown('a description'));
            }),
          ],
          router,
        );
    }),
  );
  return router;
}

export const swaggerRouterModule: ModuleModel = (realm: Realm) => {
  const plain = routerModule(realm, '@koa/router');
  return openModule(realm, 'koa-swagger-decorator', {
    ...functions(realm, decorators),
    SwaggerRouter: realm.fn('SwaggerRouter', (call) => extend(call, call.construct(plain, call.args[0] ? [call.args[0]] : []))),
    wrapper: realm.fn('wrapper', (call) => {
      if (call.args[0]) extend(call, call.args[0]);
    }),
  });
};
