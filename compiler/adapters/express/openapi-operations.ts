import { openModule, type Call, type Emit, type ModuleModel, type Value } from '@tool/scanner-sdk';
import { expressDiagnostics } from './diagnostics.js';
import { METHODS, basesOf, documentOf, entriesOf, member } from './openapi-framework.js';
import { routerConstructor } from './router.js';

/**
 * `express-openapi-validator`: `middleware({ apiSpec, operationHandlers })` routes the operations of a description to what modules of a folder
 * export, or to what the program's own resolver gives.
 */
const MODULE = 'express-openapi-validator';

/** What makes the router of a middleware when it is mounted: the package takes the path of the mount off those of the description. */
export const AT_MOUNT = Symbol('the router of a mount');

interface Described {
  readonly call: Call;
  readonly document: Value;
  /** The folder of the handlers; null where the source does not say it. */
  readonly folder: string | null;
  readonly resolver: Value | null;
}

/** What the package tells a resolver of an operation. */
interface Place {
  readonly base: string;
  readonly path: string;
  readonly method: string;
  readonly operation: Value;
}

const expressPath = (path: string): string => path.replace(/\{([^}]+)\}/g, ':$1');

/** `[operation id]` of the module that the operation names, as the package looks it up; Unknown where either is not there. */
function byDefault({ call, folder }: Described, { operation }: Place): Value {
  const named = (...keys: readonly string[]): string | null => {
    for (const key of keys) {
      const value = member(call, operation, key);
      if (value) return call.text(value);
    }
    return null;
  };
  const id = named('x-eov-operation-id', 'operationId');
  const name = named('x-eov-operation-handler');
  const unseen = call.unknown(`the handler ${id ?? 'of an operation'}`, { module: MODULE, path: id ?? 'operation' });
  if (id === null || name === null || folder === null || !call.project) return unseen;
  const module = call.project.load(`${folder.replace(/\/+$/, '')}/${name}`);
  const fallback = member(call, module, 'default');
  return member(call, module, id) ?? (fallback && (member(call, fallback, id) ?? fallback)) ?? unseen;
}

function handlerOf(described: Described, place: Place): Value {
  const { call, document, folder, resolver } = described;
  if (!resolver) return byDefault(described, place);
  const route = call.record({
    basePath: call.const(place.base),
    expressRoute: call.const(expressPath(place.base + place.path)),
    openApiRoute: call.const(place.base + place.path),
    method: call.const(place.method.toUpperCase()),
    pathParams: call.list([]),
  });
  return call.invoke(resolver, [folder === null ? call.unknown('the folder of the handlers') : call.const(folder), route, document]);
}

function* placesOf({ call, document }: Described): Generator<Place> {
  const bases = basesOf(call, document).map((base) => call.text(base) ?? '');
  for (const [path, described] of entriesOf(call, member(call, document, 'paths') ?? call.const(undefined)))
    for (const [name, operation] of entriesOf(call, described))
      if (Object.hasOwn(METHODS, name) && operation.kind === 'object')
        for (const base of bases) yield { base, path, method: METHODS[name]!, operation };
}

/** The router of the operations, below the path that it is mounted at. */
function routerAt(described: Described, emit: Emit, maker: Value, mount: Value): Value {
  const { call, document } = described;
  const paths = member(call, document, 'paths');
  if (!paths || call.isOpen(paths))
    emit.report(expressDiagnostics, 'unknown-middleware', { value: 'operationHandlers', why: 'the description of the API is not known' });
  const at = (call.text(mount) ?? '/').replace(/\/+$/, '');
  const router = call.invoke(maker, []);
  for (const place of placesOf(described)) {
    const whole = expressPath(place.base + place.path);
    const below = whole.startsWith(at) ? whole.slice(at.length) : whole;
    call.invoke(call.get(router, place.method), [call.const(below === '' ? '/' : below), handlerOf(described, place)], router);
  }
  return router;
}

function validator(call: Call, maker: Value): Value {
  const options = call.args[0] ?? call.const(undefined);
  const checks = call.unknown(`result of ${MODULE}`, { module: MODULE, path: 'middleware()', args: call.args });
  const operations = member(call, options, 'operationHandlers');
  if (!operations || call.truthy(operations) === false) return checks;
  const folder = call.text(operations) ?? call.text(member(call, operations, 'basePath') ?? call.const(undefined));
  const resolver = call.text(operations) === null ? member(call, operations, 'resolver') : null;
  const document = documentOf(call, member(call, options, 'apiSpec') ?? call.const(undefined));
  const mounted = call.fn('operationHandlers', (inner, emit) =>
    routerAt({ call: inner, document, folder, resolver }, emit, maker, inner.args[0] ?? inner.const('/')),
  );
  return call.list([checks, call.fn('operationHandlers', (inner) => inner.const(undefined), { [AT_MOUNT]: mounted })]);
}

export const openapiOperations: ModuleModel = (realm) => {
  const maker = routerConstructor(realm, 'express', 4);
  const middleware = realm.fn('middleware', (call) => validator(call, maker));
  return openModule(realm, MODULE, { middleware, default: realm.record({ middleware }) });
};
