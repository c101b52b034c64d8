import { errorValue, openModule, type Call, type Emit, type ModuleModel, type Value } from '@tool/scanner-sdk';
import { expressDiagnostics } from './diagnostics.js';
import { checking, judging } from './openapi-checks.js';
import {
  METHODS,
  basesOf,
  demandOf,
  documentOf,
  entriesOf,
  followed,
  listed,
  mayRefuse,
  member,
  pathOf,
  reportUnknown,
} from './openapi-document.js';
import { routerConstructor } from './router.js';

/**
 * `express-openapi-validator`: `middleware({ apiSpec, operationHandlers })` checks requests as the operations of a description say, and routes them
 * to what modules of a folder export, or to what the program's own resolver gives.
 */
const MODULE = 'express-openapi-validator';

/** What makes the router of a middleware when it is mounted: the package takes the path of the mount off those of the description. */
export const AT_MOUNT = Symbol('the router of a mount');

interface Described {
  readonly call: Call;
  readonly options: Value;
  readonly document: Value;
  readonly isRouted: boolean;
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
  /** Parameters of all operations of the path. */
  readonly shared: readonly Value[];
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
  for (const [path, given] of entriesOf(call, member(call, document, 'paths') ?? call.const(undefined))) {
    const described = followed(call, document, given);
    for (const [name, operation] of entriesOf(call, described))
      if (Object.hasOwn(METHODS, name) && operation.kind === 'object')
        for (const base of bases)
          yield { base, path, method: METHODS[name]!, operation, shared: listed(call, member(call, described, 'parameters')) };
  }
}

/** The error of a refused request, as the package makes it. */
function refused(call: Call, status: Value, message: Value | null): Value {
  const text = (why: string): Value => call.typed?.({ kind: 'string' }, why) ?? call.unknown(why);
  const said = message ?? text('what is wrong with the request');
  const each = call.record({ path: text('where it is wrong'), message: said });
  return errorValue(call, 'Error', said, { status, path: text('the path'), errors: call.uniformList?.(each) ?? call.list([each]) });
}

const isOn = (call: Call, options: Value, name: string): boolean =>
  call.truthy(member(call, options, name) ?? call.const(call.isUndefined(call.get(options, name)))) !== false;

/** What runs in front of an operation: who may call it, and what requests look like. */
function checksOf({ call, options, document }: Described, { operation, shared }: Place): readonly Value[] {
  const components = member(call, document, 'components');
  const schemes = components && member(call, components, 'securitySchemes');
  const security = member(call, options, 'validateSecurity');
  const handlers = security && member(call, security, 'handlers');
  const judgeOf = (name: string): Value | null =>
    handlers && (member(call, handlers, name) ?? call.unknown(`the handler of ${name}`, { module: MODULE, path: 'handlers' }));
  const ways = listed(call, member(call, operation, 'security') ?? member(call, document, 'security')).map((way) =>
    entriesOf(call, way).map(([name, scopes]) => ({
      definition: (schemes && member(call, schemes, name)) ?? call.const(undefined),
      scopes,
      judge: judgeOf(name),
    })),
  );
  const refusal = (inner: Call, thrown: Value | null): Value => {
    const own = thrown && member(inner, thrown, 'status');
    return refused(inner, own ?? inner.const(401), thrown && member(inner, thrown, 'message'));
  };
  const guards =
    schemes && ways.length > 0 && isOn(call, options, 'validateSecurity')
      ? [judging(call, 'securityMiddleware', { ways, looks: true, catches: true, refusal })]
      : [];
  if (!isOn(call, options, 'validateRequests')) return guards;
  const requests = member(call, options, 'validateRequests');
  const more = requests && member(call, requests, 'allowUnknownQueryParameters');
  const demand = demandOf(call, document, operation, shared, new Set(['params', ...(more ? [] : ['query'])]));
  const statuses = [...(mayRefuse(demand) || !more ? [400] : []), ...(demand.types.length > 0 ? [415] : [])];
  const errors = (inner: Call): readonly Value[] => statuses.map((status) => refused(inner, inner.const(status), null));
  return [...guards, checking(call, 'requestValidator', demand, errors)];
}

/** The router of the operations, below the path that it is mounted at. */
function routerAt(described: Described, emit: Emit, maker: Value, mount: Value): Value {
  const { call, document } = described;
  const paths = member(call, document, 'paths');
  if (described.isRouted && (!paths || call.isOpen(paths)))
    emit.report(expressDiagnostics, 'unknown-middleware', { value: 'operationHandlers', why: 'the description of the API is not known' });
  const at = (call.text(mount) ?? '/').replace(/\/+$/, '');
  const router = call.invoke(maker, []);
  for (const place of placesOf(described)) {
    const whole = expressPath(place.base + place.path);
    const below = whole.startsWith(at) ? whole.slice(at.length) : whole;
    const functions = [...checksOf(described, place), ...(described.isRouted ? [handlerOf(described, place)] : [])];
    const [last] = functions.slice(-1);
    if (last && (described.isRouted || whole.startsWith(at)))
      call.invoke(call.get(router, place.method), [pathOf(below === '' ? '/' : below, last), ...functions], router);
  }
  return router;
}

function validator(call: Call, emit: Emit, maker: Value): Value {
  const options = call.args[0] ?? call.const(undefined);
  const checks = call.unknown(`result of ${MODULE}`, { module: MODULE, path: 'middleware()', args: call.args });
  const operations = member(call, options, 'operationHandlers') ?? call.const(false);
  const folder = call.text(operations) ?? call.text(member(call, operations, 'basePath') ?? call.const(undefined));
  const resolver = call.text(operations) === null ? member(call, operations, 'resolver') : null;
  const document = documentOf(call, member(call, options, 'apiSpec') ?? call.const(undefined));
  const isRouted = call.truthy(operations) !== false;
  if (!isRouted) reportUnknown(call, emit, MODULE, document);
  if (!isRouted && !member(call, document, 'paths')) return checks;
  const mounted = call.fn('operationHandlers', (inner, emit) =>
    routerAt({ call: inner, options, document, isRouted, folder, resolver }, emit, maker, inner.args[0] ?? inner.const('/')),
  );
  return call.list([checks, call.fn('operationHandlers', (inner) => inner.const(undefined), { [AT_MOUNT]: mounted })]);
}

export const openapiOperations: ModuleModel = (realm) => {
  const maker = routerConstructor(realm, 'express', 4);
  const middleware = realm.fn('middleware', (call, emit) => validator(call, emit, maker));
  return openModule(realm, MODULE, { middleware, default: realm.record({ middleware }) });
};
