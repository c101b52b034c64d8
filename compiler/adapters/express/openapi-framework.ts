import { concatText, openModule, type Call, type Emit, type ModuleModel, type Value } from '@tool/scanner-sdk';
import { handedOut } from './handed-out.js';
import { HANDS_ERRORS_ON } from './observe.js';
import { checking, judging } from './openapi-checks.js';
import {
  METHODS,
  basesOf,
  demandOf,
  documentOf,
  entriesOf,
  isThere,
  listed,
  mayRefuse,
  member,
  pathOf,
  reportUnknown,
} from './openapi-document.js';
import { pathFiles } from './path-files.js';

/** `express-openapi`: `initialize({ app, apiDoc, paths, operations, … })` registers the methods that files of a folder export, or operations by their ids. */
const MODULE = 'express-openapi';
const ADDITIONAL = `x-${MODULE}-additional-middleware`;

interface Set {
  readonly call: Call;
  readonly options: Value;
  readonly app: Value;
  readonly document: Value;
  readonly bases: readonly Value[];
  /** What functions return is waited for, and errors are handed on. */
  readonly isAsync: boolean;
}
interface Operation {
  readonly method: string;
  readonly handler: Value;
  readonly description: Value | null;
}

/** A middleware of the package itself, by the name of its function. */
const own = (call: Call, name: string): Value => call.unknown(`${name} of ${MODULE}`, { module: MODULE, path: name });

/** What a path module exports: an object of methods, or a function of what is injected that gives one. */
function methodsOf({ call, options }: Set, module: Value): Value {
  const made = member(call, module, 'default') ?? module;
  if (!call.isFunction(made)) return made;
  const injected = member(call, options, 'dependencies');
  const parameters = call.declaredParameters?.(made) ?? [];
  return call.invoke(
    made,
    parameters.map(({ name }) => (injected && member(call, injected, name)) ?? call.unknown(`the dependency ${name}`)),
  );
}

/** `apiDoc` stands at the handler, or at the last of a list. */
function descriptionOf(call: Call, handler: Value): Value | null {
  const description =
    member(call, handler, 'apiDoc') ??
    (call.elements(handler) === null ? null : member(call, call.elements(handler)!.at(-1) ?? handler, 'apiDoc'));
  return description && call.text(description) !== null ? call.unknown('a description that is a text') : description;
}

function* operationsOf(set: Set, methods: Value, described: Value | null): Generator<Operation> {
  const { call } = set;
  const done = new Map<string, true>();
  for (const [name, handler] of entriesOf(call, methods)) {
    const method = Object.hasOwn(METHODS, name) ? METHODS[name]! : null;
    if (method === null || done.has(method) || !isThere(call, handler)) continue;
    done.set(method, true);
    yield { method, handler, description: descriptionOf(call, handler) ?? (described && member(call, described, method)) };
  }
}

/** Media types of the body, as far as the description says them. */
function consumed(call: Call, description: Value, document: Value): readonly string[] {
  const list = member(call, description, 'consumes');
  const content = member(call, member(call, description, 'requestBody') ?? call.const(undefined), 'content');
  if (list === null && content) return entriesOf(call, content).map(([name]) => name);
  return listed(call, list ?? member(call, document, 'consumes')).flatMap((each) => call.text(each) ?? []);
}

/** What judges who may call an operation: schemes that nobody judges are left out, and ways that only have such. */
function guardsOf(call: Call, options: Value, document: Value, description: Value): readonly Value[] {
  const handlers = member(call, options, 'securityHandlers');
  const schemes =
    member(call, document, 'securityDefinitions') ??
    member(call, member(call, document, 'components') ?? call.const(undefined), 'securitySchemes');
  if (!handlers || !schemes) return [];
  const judgeOf = (name: string): Value | null =>
    member(call, handlers, name) ?? (call.isOpen(handlers) ? own(call, 'securityHandler') : null);
  const ways = listed(call, member(call, description, 'security') ?? member(call, document, 'security')).map((way) =>
    entriesOf(call, way).flatMap(([name, scopes]) => {
      const judge = judgeOf(name);
      return judge ? [{ judge, scopes, definition: member(call, schemes, name) ?? call.const(undefined) }] : [];
    }),
  );
  const known = ways.filter((way) => way.length > 0);
  if (known.length === 0) return [];
  const refusal = (inner: Call): Value =>
    inner.record({
      status: inner.const(401),
      message: inner.typed?.({ kind: 'string' }, 'who is let in') ?? inner.unknown('who is let in'),
      errorCode: inner.const('authentication.openapi.security'),
    });
  return [judging(call, null, { ways: known, looks: false, catches: false, refusal })];
}

/** The errors of requests that do not look as they should: records, each of which lists what is wrong. */
const refusals =
  (statuses: readonly number[]) =>
  (call: Call): readonly Value[] =>
    statuses.map((status) => {
      const text = call.typed?.({ kind: 'string' }, 'what is wrong with the request') ?? call.unknown('what is wrong');
      const each = call.record({ path: text, errorCode: text, message: text, location: text });
      return call.record({ status: call.const(status), errors: call.uniformList?.(each) ?? call.list([each]) });
    });

/** What runs before the handler of an operation that is described, in the order in which the package puts it there. */
function before({ call, options, document }: Set, description: Value, shared: readonly Value[]): Value[] {
  const parsers = member(call, options, 'consumesMiddleware');
  const parameters = [...shared, ...listed(call, member(call, description, 'parameters'))];
  const isChecked = parameters.length > 0 || member(call, description, 'requestBody') !== null;
  const demand = demandOf(call, document, description, shared, new Set(['params']));
  return [
    own(call, 'assignApiDocMiddleware'),
    ...(parsers ? consumed(call, description, document).flatMap((type) => member(call, parsers, type) ?? []) : []),
    ...guardsOf(call, options, document, description),
    ...(isChecked &&
    parameters.some(
      (parameter) => member(call, parameter, 'default') ?? member(call, member(call, parameter, 'schema') ?? parameter, 'default'),
    )
      ? [own(call, 'defaultMiddleware')]
      : []),
    ...(isChecked ? [own(call, 'coercerMiddleware')] : []),
    ...(member(call, description, 'responses') ? [own(call, 'responseValidatorMiddleware')] : []),
    ...(isChecked
      ? [
          checking(
            call,
            'requestValidatorMiddleware',
            demand,
            refusals([...(mayRefuse(demand) ? [400] : []), ...(demand.types.length > 0 ? [415] : [])]),
          ),
        ]
      : []),
  ];
}

function registerPath(set: Set, path: string, module: Value): void {
  const { call, app, document, bases } = set;
  const described = member(call, member(call, document, 'paths') ?? call.const(undefined), path);
  const methods = methodsOf(set, module);
  const shared = [
    ...listed(call, described && member(call, described, 'parameters')),
    ...listed(call, member(call, methods, 'parameters')),
  ];
  for (const { method, handler, description } of operationsOf(set, methods, described)) {
    const additional = [document, described, methods].flatMap((each) => listed(call, each && member(call, each, ADDITIONAL)));
    const chain = [...(description ? before(set, description, shared) : []), ...additional, ...listed(call, handler)];
    if (set.isAsync) for (const each of chain) if (call.isFunction(each)) call.set(each, HANDS_ERRORS_ON, call.const(true));
    for (const base of bases) call.invoke(call.get(app, method), [concatText(base, pathOf(path, handler)), ...chain], app);
  }
}

/** Operations by the ids that the description gives them; null where the description is not known. */
function registerOperations(set: Set, operations: Value): boolean {
  const { call, document } = set;
  const paths = member(call, document, 'paths');
  if (!paths || call.isOpen(paths)) return false;
  for (const [path, described] of entriesOf(call, paths)) {
    const handlers = Object.fromEntries(
      entriesOf(call, described).flatMap(([name, operation]) => {
        const id = Object.hasOwn(METHODS, name) ? member(call, operation, 'operationId') : null;
        const handler = id && call.text(id) !== null ? member(call, operations, call.text(id)!) : null;
        return handler ? [[METHODS[name]!, handler]] : [];
      }),
    );
    registerPath(set, path, call.record(handlers));
  }
  return true;
}

/** Folders of path files, and paths with their modules. False: something of it only run time knows. */
function registerPaths(set: Set, paths: Value): boolean {
  const { call, options } = set;
  const { project } = call;
  const ignored = member(call, options, 'pathsIgnore');
  const pattern = ignored && call.pattern(ignored);
  const found: { readonly path: string; readonly load: () => Value }[] = [];
  let isKnown = true;
  for (const each of listed(call, paths)) {
    const folder = call.text(each);
    const files = folder === null || !project ? null : pathFiles(project, folder);
    const path = folder === null ? member(call, each, 'path') : null;
    const module = path && member(call, each, 'module');
    if (files) found.push(...files.map(({ path: at, file }) => ({ path: at, load: () => project!.load(file) })));
    else if (path && module && call.text(path) !== null) found.push({ path: call.text(path)!, load: () => module });
    else isKnown = false;
  }
  const isDynamic = (path: string): boolean => path.includes('{');
  found.sort((one, other) => Number(isDynamic(one.path)) - Number(isDynamic(other.path)) || (one.path < other.path ? -1 : 1));
  for (const { path, load } of found)
    if (!pattern || !new RegExp(pattern.source, pattern.flags.replace(/[gy]/g, '')).test(path)) registerPath(set, path, load());
  return isKnown;
}

/** Its own page of the description, and the handler of errors below the base path. */
function registerExtras({ call, options, app, bases }: Set): void {
  const shows = member(call, options, 'exposeApiDocs');
  const page = member(call, options, 'docsPath') ?? call.const('/api-docs');
  const errors = member(call, options, 'errorMiddleware');
  for (const base of bases) {
    if (!shows || call.truthy(shows) !== false) call.invoke(call.get(app, 'get'), [concatText(base, page), own(call, 'apiDoc')], app);
    if (errors) call.invoke(call.get(app, 'use'), [call.text(base) === '' ? call.const('/') : base, errors], app);
  }
}

function initialize(call: Call, emit: Emit): Value {
  const options = call.args[0] ?? call.const(undefined);
  const app = member(call, options, 'app');
  const result = call.unknown('the framework of a described API', { module: MODULE, path: 'initialize()' });
  if (!app) return result;
  const document = documentOf(call, member(call, options, 'apiDoc') ?? call.const(undefined));
  reportUnknown(call, emit, MODULE, document);
  const isAsync = call.truthy(member(call, options, 'promiseMode') ?? call.const(false)) === true;
  const set: Set = { call, options, app, document, bases: basesOf(call, document), isAsync };
  const [paths, operations] = [member(call, options, 'paths'), member(call, options, 'operations')];
  const areKnown = [paths ? registerPaths(set, paths) : true, operations ? registerOperations(set, operations) : true];
  // Without either nothing would be registered: what is not set here is set where it runs.
  if (areKnown.includes(false) || (!paths && !operations)) handedOut(call, emit, MODULE, app);
  registerExtras(set);
  return result;
}

export const openapiFramework: ModuleModel = (realm) => {
  const start = realm.fn('initialize', initialize);
  return openModule(realm, MODULE, { initialize: start, default: realm.record({ initialize: start }) });
};
