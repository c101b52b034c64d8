import {
  handedFunctions,
  handlerItems,
  isAbsent,
  mapText,
  routerOf,
  splitHandlers,
  type Call,
  type Emit,
  type HandlerRules,
  type StatedContract,
  type Value,
} from '@tool/scanner-sdk';
import { emitEntry } from './combined-entries.js';
import { joinPaths, openRouter, SYNTAX, type ApplicationData } from './application-data.js';
import { combinedType } from './combine.js';
import { goingOn, handsOn } from './delegated.js';
import { honoDiagnostics } from './diagnostics.js';
import { describedBy } from './hono-openapi.js';
import { handlerObservation, observation } from './serve.js';

/** Each path of a path argument: lists are flattened, alternatives run under arms of their own. */
export function eachPath(call: Call, emit: Emit, value: Value, run: (path: Value) => void): void {
  const elements = value.kind === 'object' ? call.elements(value) : null;
  if (elements !== null) {
    for (const element of elements) eachPath(call, emit, element, run);
    if (call.isOpen(value)) emit.report(honoDiagnostics, 'open-list', {});
    return;
  }
  emit.branch(value, (alternative) => {
    if (!isAbsent(alternative)) run(alternative);
  });
}

/** A middleware of a route that its description asks for, as the adapter knows it. */
export interface Described {
  readonly value: Value;
  readonly name: string;
  /** What answers where it fails, before the application's own. */
  readonly hook?: Value;
  /** The content type that the description gives the body. */
  readonly encoding?: string;
}

/** Registers the handlers on each path and method: the last one answers, the others run before it. */
export function registerRoutes(
  call: Call,
  emit: Emit,
  data: ApplicationData,
  methods: readonly string[],
  pathValue: Value,
  handlers: readonly Value[],
  validators: readonly Described[] = [],
  contract?: StatedContract,
): void {
  const what = `${methods.join(', ')} ${call.describe(pathValue)}`;
  const rules: HandlerRules = {
    context: true,
    onMissing: (value) => {
      emit.report(honoDiagnostics, 'missing-handler', { what, value: call.describe(value) });
    },
    onOpenList: () => {
      emit.report(honoDiagnostics, 'open-list', {});
    },
  };
  const items = handlerItems(call, handlers, rules);
  // `on('POST', path, limit)` before `post(path, handler)`: a function with a second parameter can call what comes next.
  const passesOn =
    items.length > 0 && validators.length === 0 && items.every((item) => !item.conditional && (call.arity(item.value) ?? 0) >= 2)
      ? (true as const)
      : undefined;
  const split = splitHandlers(items);
  if (!split) return;
  const router = openRouter(emit, data);
  const chain = [
    ...split.before.map((item) => {
      const middleware = emitEntry(call, emit, item.value, data.state);
      return item.conditional ? { middleware, conditional: true } : middleware;
    }),
    ...validators.map((validator) =>
      emit.middleware(validator.value, {
        name: validator.name,
        type: 'validation',
        ...observation(call, validator.value, data.state, validator),
      }),
    ),
  ];
  const handler = emit.handler(split.handler, handlerObservation(call, split.handler, data.state));
  const stated =
    contract ??
    describedBy(
      call,
      items.filter((item) => !item.conditional).map((item) => item.value),
    );
  eachPath(call, emit, pathValue, (alternative) => {
    const joined = joinPaths(call, data.basePath, alternative);
    const path = emit.path(joined, SYNTAX);
    for (const method of methods) {
      data.state.routes.push({ method, path: call.text(joined) });
      handsOn(call, emit, data, router, alternative, split.handler, method);
      const key = `${method} ${call.text(joined) ?? ''}`;
      const before = data.state.passing.get(key) ?? [];
      emit.route(router, {
        method,
        path,
        chain: [...before, ...chain],
        handler,
        ...(passesOn && { passesOn }),
        ...(before.length > 0 && { inFront: before.length }),
        ...(stated && { contract: stated }),
      });
      if (passesOn && call.text(joined) !== null)
        data.state.passing.set(key, [
          ...before,
          ...items.map((item) => emit.middleware(item.value, observation(call, item.value, data.state))),
        ]);
    }
  });
}

/** Registers middlewares under each path. In Hono's syntax a path without a wildcard at its end is that path alone. */
export function registerMiddlewares(call: Call, emit: Emit, data: ApplicationData, pathValue: Value, handlers: readonly Value[]): void {
  const router = openRouter(emit, data);
  const add = (path: Value, value: Value): void => {
    if (isAbsent(value)) return;
    const elements = value.kind === 'object' && !call.isFunction(value) ? call.elements(value) : null;
    if (elements !== null) {
      for (const element of elements) add(path, element);
      if (call.isOpen(value)) emit.report(honoDiagnostics, 'open-list', {});
      return;
    }
    if (value.kind === 'oneOf') {
      emit.branch(value, (alternative) => {
        if (!(alternative.kind === 'const' && !alternative.value)) add(path, alternative);
      });
      return;
    }
    const handed = handedFunctions(call, value, false, { context: true });
    if (handed.length > 0) {
      for (const each of handed) add(path, each);
      return;
    }
    const target = routerOf(value);
    const below = joinPaths(
      call,
      data.basePath,
      mapText(path, (text) => text.replace(/\/?\*$/, '') || '/'),
    );
    // One that cuts another path off the address answers there: it is run to find out where that is.
    const endpoint = target === null ? null : call.text(call.get(value, 'endpoint'));
    if (target !== null && (!endpoint || call.text(below) === endpoint)) {
      // What serves endpoints of its own answers below the path: `use('/rpc/*', trpcServer(…))`.
      emit.mount(router, { path: emit.path(below, SYNTAX), target, scope: 'inherit' });
      return;
    }
    let middleware: Value = target === null ? value : call.fn('', (at) => at.invoke(value, at.args));
    if (value.kind === 'const' || value.kind === 'template') {
      emit.report(honoDiagnostics, 'missing-handler', { what: 'use()', value: call.describe(value) });
      middleware = call.unknown('a middleware that the scan cannot see');
    }
    const plain = call.data(middleware, combinedType)?.middleware ?? middleware;
    emit.use(router, {
      path: emit.path(joinPaths(call, data.basePath, path), SYNTAX),
      middleware: emitEntry(call, emit, middleware, data.state, goingOn(call, plain)),
    });
    handsOn(call, emit, data, router, path, plain, null);
  };
  eachPath(call, emit, pathValue, (path) => {
    for (const handler of handlers) add(path, handler);
  });
}
