import { isAbsent, mapText, type Call, type Emit, type Value } from '@tool/scanner-sdk';
import { joinPaths, openRouter, SYNTAX, type ApplicationData, type ApplicationState } from './application-data.js';
import { honoDiagnostics } from './diagnostics.js';
import { registerRoutes, type Described } from './registration.js';
import { statedBy } from './stated.js';

/** The parts of a request that a described route validates, with the names by which handlers read them. */
const REQUEST_PARTS: readonly (readonly [part: string, target: string])[] = [
  ['query', 'query'],
  ['params', 'param'],
  ['headers', 'header'],
  ['cookies', 'cookie'],
];

/** What answers where a described route's validation fails and the route has no hook of its own. From 1.5 on an application without one asks those that have its routes. */
export const hooksOf = (
  call: Call,
  openApi: boolean,
  options: Value | undefined,
): Pick<ApplicationState, 'defaultHook' | 'inheritsHook'> => ({
  defaultHook:
    openApi && options?.kind === 'object' && !call.isUndefined(call.get(options, 'defaultHook')) ? call.get(options, 'defaultHook') : null,
  inheritsHook: !/^\D{0,2}0\.|^~?1\.[0-4]\./.test(call.packageVersion?.('@hono/zod-openapi') ?? ''),
});

/** The validators that a route's description asks for, as `@hono/zod-openapi` makes them. */
function validatorsOf(call: Call, description: Value, hook: Value | undefined): readonly Described[] {
  const request = call.get(description, 'request');
  if (request.kind !== 'object') return [];
  const list: Described[] = [];
  const add = (target: string, schema: Value, encoding?: string): void => {
    list.push({
      name: 'zValidator',
      value: call.unknown(`the validator of ${target}`, {
        module: '@hono/zod-validator',
        path: 'zValidator()',
        args: [call.const(target), schema],
      }),
      ...(hook && { hook }),
      ...(encoding !== undefined && { encoding }),
    });
  };
  for (const [part, target] of REQUEST_PARTS) {
    const schema = call.get(request, part);
    if (!call.isUndefined(schema)) add(target, schema);
  }
  const content = call.get(call.get(request, 'body'), 'content');
  for (const [type, media] of call.entries(content) ?? []) {
    const schema = call.get(media, 'schema');
    if (call.isUndefined(schema)) continue;
    if (/^application\/([a-z-.]+\+)?json/.test(type)) add('json', schema);
    else if (/^multipart\/form-data|^application\/x-www-form-urlencoded/.test(type)) add('form', schema, type.split(';')[0]);
  }
  return list;
}

/** `/things/{id}` → `/things/:id`. */
export const routingPath = (path: Value): Value => mapText(path, (text) => text.replaceAll(/\/\{(.+?)\}/g, '/:$1'));

/** Registers a described route; `hook` is what answers where its validation fails. */
export function registerDescribed(
  call: Call,
  emit: Emit,
  data: ApplicationData,
  description: Value,
  handler: Value | undefined,
  hook?: Value,
): void {
  if (isAbsent(description)) return;
  if (description.kind === 'oneOf') {
    emit.branch(description, (alternative) => registerDescribed(call, emit, data, alternative, handler, hook));
    return;
  }
  if (description.kind !== 'object') {
    const diagnostic = emit.report(honoDiagnostics, 'unknown-route', { value: call.describe(description) || 'its argument' });
    emit.opaque(openRouter(emit, data), { what: 'route', diagnostic });
    return;
  }
  emit.branch(call.get(description, 'method'), (name) => {
    const text = call.text(name)?.toUpperCase();
    if (text === undefined) {
      emit.opaque(openRouter(emit, data), {
        what: 'route',
        diagnostic: emit.report(honoDiagnostics, 'dynamic-method', {}),
        path: emit.path(joinPaths(call, data.basePath, routingPath(call.get(description, 'path'))), SYNTAX),
      });
      return;
    }
    const middleware = call.get(description, 'middleware');
    const before = call.isUndefined(middleware) ? [] : [middleware];
    registerRoutes(
      call,
      emit,
      data,
      [text],
      routingPath(call.get(description, 'path')),
      [...before, handler ?? call.const(undefined)],
      validatorsOf(call, description, hook),
      statedBy(call, description),
    );
  });
}
