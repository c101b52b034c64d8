import {
  concatText,
  functions,
  mapText,
  openModule,
  type Call,
  type ModuleModel,
  type ObjectValue,
  type ProjectFiles,
  type Realm,
  type Transfer,
  type Value,
} from '@tool/scanner-sdk';
import { routerModule } from './router.js';

/** koa-swagger-decorator 1: a router that also registers the methods of classes, by what their decorators say. */
interface Described {
  readonly name: string;
  readonly fn: Value;
  method?: Value;
  path?: Value;
  middlewares?: Value;
}

/** Methods in the order in which they were decorated, by class (static ones) or prototype. */
const described = new WeakMap<ObjectValue, Described[]>();

function entryOf(call: Call): Described | null {
  const [target, name, descriptor] = call.args;
  const text = name && call.text(name);
  if (target?.kind !== 'object' || !text || descriptor?.kind !== 'object') return null;
  let entries = described.get(target);
  if (!entries) described.set(target, (entries = []));
  let entry = entries.find((each) => each.name === text);
  if (!entry) entries.push((entry = { name: text, fn: call.get(descriptor, 'value') }));
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
  'query',
  'path',
  'body',
  'header',
  'formData',
  'tagsAll',
  'responsesAll',
  'securityAll',
  'deprecatedAll',
  'queryAll',
  'orderAll',
];

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
  prefix: onClass('prefix'),
  middlewaresAll: onClass('middlewares'),
};

const listed = (call: Call, value: Value | undefined): readonly Value[] =>
  !value || call.isUndefined(value) ? [] : (call.elements(value) ?? [value]);
/** `/users/{id}` → `/users/:id`. */
const routed = (path: Value): Value => mapText(path, (text) => text.replaceAll('{', ':').replaceAll('}', ''));

/** `router.map(Class)`: static methods first. Methods of instances run on an instance of their own. */
function map(call: Call, router: Value, cls: Value): void {
  if (cls.kind !== 'object') return;
  const prototype = call.get(cls, 'prototype');
  const front = call.get(cls, 'prefix');
  for (const target of [cls, prototype])
    for (const { method, path, middlewares, fn } of (target.kind === 'object' && described.get(target)) || []) {
      const verb = method && call.text(method)?.toLowerCase();
      if (!verb || !path) continue;
      const at = routed(call.isUndefined(front) ? path : concatText(front, path));
      call.invoke(call.get(router, verb), [at, ...listed(call, call.get(cls, 'middlewares')), ...listed(call, middlewares), fn], router);
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
    map(call, router, call.isUndefined(made) ? loaded : made);
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
      map(inner, router, inner.args[0] ?? inner.const(undefined));
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
