import { openModule, type Call, type Emit, type ModuleModel, type Transfer, type Value } from '@tool/scanner-sdk';
import { expressDiagnostics } from './diagnostics.js';
import { METHODS, basesOf, documentOf, entriesOf, listed, member } from './openapi-document.js';
import { routerConstructor } from './router.js';

/** `swagger-tools`: `initializeMiddleware(description, tools => …)`, whose `swaggerRouter({ controllers })` serves operations by the names of their controllers. */
const MODULE = 'swagger-tools';
const CONTROLLER = 'x-swagger-router-controller';

/** A middleware of the package itself. */
const own = (call: Call, name: string): Value =>
  call.unknown(`${name} of ${MODULE}`, { module: MODULE, path: `${name}()`, args: call.args });

/** What the files of the folders export, as `file_function`, or what the program names so itself. */
function handlersOf(call: Call, controllers: Value | null): ReadonlyMap<string, Value> {
  const found = new Map<string, Value>();
  for (const each of listed(call, controllers)) {
    const folder = call.text(each);
    if (folder === null) for (const [name, handler] of entriesOf(call, each)) found.set(name, handler);
    else if (call.project)
      for (const { name, directory } of call.project.readDirectory(folder) ?? []) {
        const file = /^(.+)\.[cm]?[jt]s$/.exec(name)?.[1];
        if (directory || file === undefined) continue;
        for (const [key, handler] of entriesOf(call, call.project.load(`${folder.replace(/\/+$/, '')}/${name}`)))
          if (call.isFunction(handler)) found.set(`${file}_${key}`, handler);
      }
  }
  return found;
}

/** The first way to be let in that an operation, or the whole description, names: the function that judges it, and where the token comes in. */
function guardOf(call: Call, document: Value, operation: Value, judges: Value | null): Value | null {
  const [first] = listed(call, member(call, operation, 'security') ?? member(call, document, 'security'));
  const [name] = first ? entriesOf(call, first).map(([each]) => each) : [];
  const judge = judges && name !== undefined ? member(call, judges, name) : null;
  if (!judge || !call.isFunction(judge)) return name === undefined ? null : own(call, 'swaggerSecurity');
  const definition = member(call, member(call, document, 'securityDefinitions') ?? call.const(undefined), name!) ?? call.const(undefined);
  const inQuery = call.text(member(call, definition, 'in') ?? call.const(undefined)) === 'query';
  const parameter = call.text(member(call, definition, 'name') ?? call.const(undefined)) ?? 'authorization';
  const asks: Transfer = (inner) => {
    const [request, , next] = inner.args;
    if (!request || !next) return;
    const part = inner.get(request, inQuery ? 'query' : 'headers');
    const done = inner.fn('done', (told) => {
      const [error] = told.args;
      // The package refuses with 403 where the function says nothing else.
      if (error?.kind === 'object' && told.isUndefined(told.get(error, 'statusCode'))) told.set(error, 'statusCode', told.const(403));
      told.invoke(next, error ? [error] : []);
    });
    inner.invoke(judge, [request, definition, inner.get(part, inQuery ? parameter : parameter.toLowerCase()), done]);
  };
  return call.inPlaceOf?.(judge, asks, { name: 'swaggerSecurity', statuses: [403] }) ?? call.fn('swaggerSecurity', asks);
}

/** `swaggerSecurity({ judge })`: a router that stands where it is mounted, with a guard for each operation that asks for one. */
interface Security {
  readonly router: Value;
  readonly judges: Value | null;
}

const routePath = (call: Call, base: Value, path: string): string => `${call.text(base) ?? ''}${path}`.replace(/\{([^}]+)\}/g, ':$1');

function routerOf(call: Call, emit: Emit, maker: Value, document: Value, security: Security | null): Value {
  const options = call.args[0] ?? call.const(undefined);
  const paths = member(call, document, 'paths');
  if (!paths || call.isOpen(paths))
    emit.report(expressDiagnostics, 'unknown-middleware', { value: 'swaggerRouter', why: 'the description of the API is not known' });
  const handlers = handlersOf(call, member(call, options, 'controllers'));
  const skips = call.truthy(member(call, options, 'ignoreMissingHandlers') ?? call.const(false)) === true;
  const router = call.invoke(maker, []);
  for (const [path, described] of entriesOf(call, paths ?? call.const(undefined)))
    for (const [name, operation] of entriesOf(call, described)) {
      if (!Object.hasOwn(METHODS, name) || operation.kind !== 'object') continue;
      const controller = call.text(member(call, operation, CONTROLLER) ?? member(call, described, CONTROLLER) ?? call.const(undefined));
      const id = call.text(member(call, operation, 'operationId') ?? call.const(undefined)) ?? METHODS[name]!;
      const handler = handlers.get(controller === null ? id : `${controller}_${id}`);
      if (!handler && skips) continue;
      const guard = security && guardOf(call, document, operation, security.judges);
      for (const base of basesOf(call, document)) {
        const at = call.const(routePath(call, base, path));
        if (guard) call.invoke(call.get(security.router, METHODS[name]!), [at, guard], security.router);
        call.invoke(
          call.get(router, METHODS[name]!),
          [at, handler ?? call.unknown(`the handler ${id}`, { module: MODULE, path: id })],
          router,
        );
      }
    }
  return router;
}

export const swaggerTools: ModuleModel = (realm) => {
  const maker = routerConstructor(realm, 'express', 4);
  const initialize = realm.fn('initializeMiddleware', (call) => {
    const [given, callback] = call.args;
    if (!given || !callback || !call.isFunction(callback)) return;
    const document = documentOf(call, given);
    let security: Security | null = null;
    const tools = call.record({
      ...Object.fromEntries(
        ['swaggerMetadata', 'swaggerValidator', 'swaggerUi'].map((name) => [name, call.fn(name, (inner) => own(inner, name))]),
      ),
      swaggerSecurity: call.fn('swaggerSecurity', (inner) => {
        security = { router: inner.invoke(maker, []), judges: inner.args[0] ?? null };
        return security.router;
      }),
      swaggerRouter: call.fn('swaggerRouter', (inner, emit) => routerOf(inner, emit, maker, document, security)),
    });
    call.invoke(callback, [tools]);
  });
  return openModule(realm, MODULE, { initializeMiddleware: initialize });
};
