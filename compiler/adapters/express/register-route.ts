import type { MiddlewareId } from '@tool/ir';
import { routerOf, type Call, type Emit, type Observe, type Value } from '@tool/scanner-sdk';
import { eachPath, type Item } from './arguments.js';
import { observation } from './observe.js';
import { preflight } from './package-behaviours.js';
import { HANDS_ON } from './openapi-checks.js';
import { textOf } from './covered-paths.js';
import { handsOver, handsRouteOn, isFollowed, routersAmong, routeThrough } from './delegated.js';
import type { RoutingData } from './routing-data.js';
import { statedOf } from './zodios.js';

/** Emits one route for each path. The last item answers, the others run before it. `inFront`: so many of the first items are those of routes before this one. */
export function registerRoute(
  call: Call,
  emit: Emit,
  data: RoutingData,
  method: string,
  pathValue: Value,
  items: readonly Item[],
  inFront = 0,
  together?: object,
): void {
  const last = items.at(-1);
  if (!last) return;
  data.state.used = true;
  const group = last.group === -1 ? [last] : items.filter((item) => item.group === last.group);
  const handler = group.find((item) => !item.conditional) ?? group[0]!;
  const before = items.filter((item) => !group.includes(item));
  const over = handsOver(call, data, handler.value);
  const handsOn = handler.value.kind === 'object' && !call.isUndefined(call.get(handler.value, HANDS_ON));
  const stated = statedOf(call, handler.value);
  const through = inFront === 0 && items.every((item) => !item.conditional) ? routersAmong(before) : [];
  const chain = before.map((item) => {
    const preflights = preflightOf(method, item.value);
    // The same one may stand in front of other methods, which it lets go on.
    const made = preflights ? emit.middleware({ ...item.value }, preflights) : emit.middleware(item.value, observation(call, item.value));
    return item.conditional ? { middleware: made, conditional: true } : made;
  });
  const handlerId = emit.handler(
    handler.value,
    isParser(handler.value)
      ? { observe: (_, seen) => seen.passOn() }
      : (preflightOf(method, handler.value) ?? pageOf(handler.value) ?? observation(call, handler.value)),
  );
  eachPath(call, emit, data, pathValue, (path) => {
    data.state.routes.push({ method, path: textOf(path) });
    // What is a router itself answers at its own paths only.
    const followed = over && isFollowed(path, before) && routerOf(handler.value) !== null;
    if (through.length > 0 && !over && textOf(path) !== null) {
      routeThrough(call, emit, data, { method, path, before, chain: chain as MiddlewareId[], handler: handlerId });
      return;
    }
    if (!followed)
      emit.route(data.router, {
        method,
        path,
        chain,
        handler: handlerId,
        ...(stated && { contract: stated }),
        ...((over || handsOn) && { passesOn: true }),
        ...(inFront > 0 && { inFront }),
        ...(together && { together }),
      });
    const middlewares = chain.map((each) => (typeof each === 'string' ? each : each.middleware));
    if (over)
      handsRouteOn(call, emit, data, { method, path, before, middlewares, handler: handler.value, ...(followed && { row: handlerId }) });
  });
}

/** What `cors()` does in a route for OPTIONS. */
const preflightOf = (method: string, value: Value): { readonly observe: Observe } | null =>
  method === 'OPTIONS' && value.kind === 'unknown' && value.provenance?.module === 'cors' ? { observe: preflight(value.provenance) } : null;

/** What answers with a page, by package and member. */
const PAGES = /^(?:swagger-ui-express .*\bsetup|(?:redoc-express|@scalar\/express-api-reference) .*)\(\)$/;
const pageOf = (value: Value): { readonly observe: Observe } | null =>
  value.kind === 'unknown' && value.provenance && PAGES.test(`${value.provenance.module} ${value.provenance.path}`)
    ? { observe: (call, seen) => seen.answer(call, { status: 200, contentType: 'text/html' }) }
    : null;

/** A parser in the place of the handler: it answers nothing and hands the request on. */
const isParser = (value: Value): boolean =>
  value.kind === 'unknown' &&
  (value.provenance?.module === 'express' || value.provenance?.module === 'body-parser') &&
  /^(?:default\.)?(?:json|urlencoded|raw|text)\(\)$/.test(value.provenance.path);
