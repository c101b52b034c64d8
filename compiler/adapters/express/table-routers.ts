import { openFunction, type Call, type ModuleModel, type Value } from '@tool/scanner-sdk';
import { METHODS, entriesOf, listed, member } from './openapi-document.js';
import { routerConstructor } from './router.js';

/** Packages that make a router of a table: of functions by what they do with a resource, or of paths and the names of controllers. */
const RESOURCE = 'resource-router-middleware';
const MAPPER = 'express-routes-mapper';

/** `index`, `create`, `read` … of one resource; those of one thing are below its id. Keys that are methods stand for themselves. */
const ACTIONS: Readonly<Record<string, readonly [method: string, keyed: boolean]>> = {
  index: ['get', false],
  list: ['get', false],
  create: ['post', false],
  read: ['get', true],
  update: ['put', true],
  modify: ['patch', true],
  get: ['get', true],
  put: ['put', true],
  patch: ['patch', true],
  delete: ['delete', true],
  del: ['delete', true],
  post: ['post', false],
  head: ['head', false],
  options: ['options', false],
  all: ['all', false],
};

/** A path that stands in the source where an entry of the table does. */
const pathOf = (path: string, entry: Value): Value => ({ kind: 'const', value: path, origin: entry.origin, taint: null });

/** `load(request, id, done)` looks the thing up: where there is none, the package answers 404, else it leaves it under the name of the id. */
function loader(call: Call, load: Value, id: string): Value {
  return call.fn('load', (inner) => {
    const [request, response, next, given] = inner.args;
    const done = inner.fn('done', (result) => {
      const [error, found] = result.args;
      const refuse = (): void => {
        const refused = result.invoke(result.get(response!, 'status'), [result.const(404)], response);
        result.invoke(result.get(refused, 'send'), error ? [error] : [], refused);
      };
      const pass = (): void => {
        result.set(request!, id, found ?? result.const(undefined));
        result.invoke(next!, []);
      };
      const isRefused = error ? result.truthy(error) : false;
      if (isRefused === null && result.either) result.either(error!, (happens) => (happens ? refuse() : pass()));
      else if (isRefused) refuse();
      else pass();
    });
    if (request && response && next) inner.invoke(load, [request, given ?? inner.unknown('an id'), done]);
  });
}

export const resourceRouter: ModuleModel = (realm) => {
  const maker = routerConstructor(realm, 'express', 4);
  return openFunction(realm, RESOURCE, (call) => {
    const [table] = call.args;
    const router = call.invoke(maker, []);
    if (!table || table.kind !== 'object')
      return call.unknown(`result of ${RESOURCE}`, { module: RESOURCE, path: 'default()', args: call.args });
    const on = (method: string, ...args: readonly Value[]): unknown => call.invoke(call.get(router, method), args, router);
    const before = member(call, table, 'middleware');
    const load = member(call, table, 'load');
    const id = call.text(member(call, table, 'id') ?? call.const(undefined)) ?? 'id';
    if (before) on('use', before);
    if (load && call.isFunction(load)) on('param', call.const(id), loader(call, load, id));
    for (const [name, handler] of entriesOf(call, table)) {
      const action = Object.hasOwn(ACTIONS, name) ? ACTIONS[name]! : null;
      if (action) on(action[0], pathOf(action[1] ? `/:${id}` : '/', handler), handler);
    }
    return router;
  });
};

/** What `UserController.create` names: a member of what the file of this name exports, of what that gives, or of an instance of it. */
function controllerMember(call: Call, folder: string, name: string): Value {
  const at = name.lastIndexOf('.');
  const unseen = call.unknown(`the handler ${name}`, { module: MAPPER, path: name });
  if (at < 0 || !call.project) return unseen;
  const exported = call.project.load(`${call.project.workingDirectory}/${folder.replace(/\/+$/, '')}/${name.slice(0, at)}`);
  const module = member(call, exported, 'default') ?? exported;
  const method = name.slice(at + 1);
  const own = member(call, module, method);
  if (own || !call.isFunction(module)) return own ?? unseen;
  return member(call, call.construct(module, []), method) ?? member(call, call.invoke(module, []), method) ?? unseen;
}

/** `mapRoutes({ 'POST /user': 'UserController.create' }, 'api/controllers/')`. */
export const routesMapper: ModuleModel = (realm) => {
  const maker = routerConstructor(realm, 'express', 4);
  return openFunction(realm, MAPPER, (call) => {
    const [table, folder, shared] = call.args;
    const at = folder ? call.text(folder) : null;
    if (!table || table.kind !== 'object' || at === null || call.isOpen(table))
      return call.unknown(`result of ${MAPPER}`, { module: MAPPER, path: 'default()', args: call.args });
    const router = call.invoke(maker, []);
    const general = listed(call, shared ?? null);
    for (const [key, value] of entriesOf(call, table)) {
      const [verb = '', path = '/'] = key.trim().split(/\s+/);
      const method = METHODS[verb.toUpperCase()] ?? (verb.toUpperCase() === 'ALL' ? 'all' : null);
      const named = call.text(value) === null ? member(call, value, 'path') : value;
      const name = named && call.text(named);
      if (method === null || !named || !name) continue;
      const own = call.text(value) === null ? listed(call, member(call, value, 'middlewares')) : [];
      call.invoke(call.get(router, method), [pathOf(path, named), ...general, ...own, controllerMember(call, at, name)], router);
    }
    return router;
  });
};
