import type { RouterId, Shape, ShapeProperty } from '@tool/ir';
import { meaningOf, type Call, type Emit, type Observation, type Observe, type Transfer, type Value } from '@tool/scanner-sdk';
import { sameFor, type MadeContext } from './context.js';
import type { Procedure } from './procedures.js';
import { guarded, inputShape, observeMiddleware, resultOf, text, type BodyOfErrors } from './serve.js';

/** `.meta({ openapi: { method, path } })`: where trpc-to-openapi serves a procedure. */
export interface RestRoute {
  readonly method: string;
  /** With its parameters as `{id}`. */
  readonly path: string;
}

/** Where a procedure is served; null where it is not, undefined where that is not known. */
export function restRouteOf(call: Call, { meta, kind }: Procedure): RestRoute | null | undefined {
  if (kind === 'subscription' || call.isUndefined(meta)) return null;
  if (meta.kind !== 'object') return undefined;
  const openapi = call.get(meta, 'openapi');
  if (call.truthy(openapi) === false) return call.isOpen(meta) ? undefined : null;
  if (openapi.kind !== 'object') return undefined;
  if (call.constant(call.get(openapi, 'enabled')) === false) return null;
  const [method, path] = [call.text(call.get(openapi, 'method')), call.text(call.get(openapi, 'path'))];
  return method === null || path === null ? undefined : { method: method.toUpperCase(), path: `/${path.replace(/^\/|\/$/g, '')}` };
}

const PARAMETER = /\{(\w+?)\}/g;
const takesBody = (method: string): boolean => method !== 'GET' && method !== 'DELETE';

/** `{ message, code }`, and more where the package is a newer one. */
const errorOfRest: BodyOfErrors = (call, code) => {
  const body = call.record({ message: text(call, 'a message'), code: call.const(code) });
  call.markOpen?.(body);
  return body;
};

/** Parameters of the path, and the others from the query or the body, as the schemas of the procedure accept them together. */
function inputOf(call: Call, seen: Observation, procedure: Procedure, { method, path }: RestRoute): Value {
  const { shape, stated } = inputShape(call, procedure);
  const optional = procedure.inputs.every((input) => meaningOf(input)?.optional ?? true);
  // `z.void()`: nothing is looked at.
  if (!stated || (shape && shape.kind !== 'object' && optional)) return call.const(undefined);
  seen.answer(call, { status: 400, contentType: 'application/json', body: errorOfRest(call, 'BAD_REQUEST', 400)! });
  const part = takesBody(method) ? 'body' : 'query';
  if (shape?.kind !== 'object' || !call.refine)
    return shape ? (call.typed?.(shape, 'the input') ?? seen.incoming(part)) : seen.incoming(part);
  const named = new Set([...path.matchAll(PARAMETER)].map(([, name]) => name!));
  const inPath = shape.properties?.filter(({ name }) => named.has(name)) ?? [];
  const others = shape.properties?.filter(({ name }) => !named.has(name)) ?? [];
  const record = call.record({});
  const take = (from: 'path' | 'query' | 'body', properties: readonly ShapeProperty[]): void => {
    const part: Shape = { kind: 'object', properties: properties.map((each) => (optional ? { ...each, required: false } : each)) };
    const accepted = call.refine!(seen.incoming(from), from === 'body' ? part : { ...part, open: true }, 'validator');
    for (const { name } of properties) call.set(record, name, call.get(accepted, name));
  };
  if (inPath.length > 0) take('path', inPath);
  if (others.length > 0) take(part, others);
  if (shape.open) call.markOpen?.(record);
  return record;
}

const observeRest =
  (procedure: Procedure, made: MadeContext | null, route: RestRoute): Observe =>
  (call, seen) => {
    guarded(call, seen, errorOfRest, () => {
      const result = resultOf(call, seen, procedure, made, inputOf(call, seen, procedure, route));
      for (const body of call.alternatives(result))
        seen.answer(call, { status: 200, contentType: 'application/json', ...(!call.isUndefined(body) && { body }) });
    });
  };

/** `GET /lamps/{id}` as trpc-to-openapi serves it. */
export function registerRest(
  router: RouterId,
  syntax: Parameters<Emit['path']>[1],
  name: string,
  procedure: Procedure,
  made: MadeContext | null,
  route: RestRoute,
): void {
  const { caller, resolver, middlewares } = procedure;
  const run: Transfer = (call, emit) => {
    // The same functions may serve it under its own name, with another context and other answers.
    const on = sameFor(call, 'rest', procedure.meta, made);
    const chain = middlewares.map((fn) => emit.middleware(fn, { observe: observeMiddleware(fn, procedure, made, errorOfRest), on }));
    emit.route(router, {
      method: route.method,
      path: emit.path(route.path.replace(PARAMETER, ':$1'), syntax),
      chain,
      handler: emit.handler(resolver, { name, observe: observeRest(procedure, made, route), on: call.record({}) }),
    });
  };
  caller.invoke(caller.fn(name, run), []);
}
