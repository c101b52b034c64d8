import type { BodyFacts, MiddlewareId } from '@tool/ir';
import { isAbsent, type Call, type Emit, type ObjectValue, type RouteHook, type Value } from '@tool/scanner-sdk';
import { fastifyDiagnostics } from './diagnostics.js';
import { observationOfHook, type HookRun } from './observe.js';
import { REQUEST_HOOKS, type AnnouncedHook, type InstanceData, type RequestHook } from './instance-data.js';
import type { PackageHook } from './package-plugins.js';
import { packageObserve, packageRefusal } from './package-refusals.js';

/** The names of decorated functions, their own or those of the decorators: a reader of `instance.authenticate` does not name the plugin that made it. */
const decorated = new WeakMap<Value, string>();

export function nameDecorated(call: Call, value: Value, name: string): void {
  if (value.kind !== 'object' || !call.isFunction(value)) return;
  decorated.set(value, call.describe(value) || name);
  // What it makes is called after it: `instance.demand('keys')`.
  if (call.text(call.get(value, 'name')) === '') call.set(value, 'name', call.const(name));
}

/** No hook is given an error first, however many parameters it has: `(request, reply, done, options?)`. */
const ofHook = (found: BodyFacts): BodyFacts => ({ ...found, parameters: Math.min(found.parameters, 3) });

/** `otherwise` names a hook that is an anonymous function: the plugin that adds it, or its phase. */
export function middlewareOf(emit: Emit, value: Value, otherwise: string, run?: HookRun): MiddlewareId {
  const name = decorated.get(value);
  return emit.middleware(value, { ...(name === undefined ? { otherwise } : { name }), facts: ofHook, ...packageObserve(value), ...run });
}

export const isRequestHook = (name: string): name is RequestHook => (REQUEST_HOOKS as readonly string[]).includes(name);

/** Adds a hook for every route of the instance and of the children that are made later. */
export function addInstanceHook(emit: Emit, data: InstanceData, hook: RequestHook, middleware: MiddlewareId): void {
  data.hooks.push({ hook, middleware });
  emit.use(data.router, { path: emit.path('/', 'find-my-way'), middleware, phase: `hook:${hook}` });
}

/** The middleware that a hook of a package is, with what its plugin was registered with. */
export function packageHook(call: Call, emit: Emit, module: string, { name, type }: PackageHook, settings: Value): MiddlewareId {
  const value = call.unknown(`${name} of ${module}`, { module, path: 'default()', args: call.isUndefined(settings) ? [] : [settings] });
  return emit.middleware(value, { name, ...(type && { type }), ...packageRefusal(module, name, settings) });
}

/** What a plugin that waits for routes puts on this one, whose options may turn it off, on, or give it settings of their own. */
export function announcedHook(
  call: Call,
  emit: Emit,
  { known, module, settings, everywhere }: AnnouncedHook,
  options: Value | null,
  method: string | null,
): MiddlewareId | null {
  const stated = (known.perRoute ?? []).reduce<Value>(
    (value, name) => (value.kind === 'object' ? call.get(value, name) : call.const(undefined)),
    options ?? call.const(undefined),
  );
  const asked = stated.kind === 'object' || call.constant(stated) === true;
  if (call.constant(stated) === false || (!asked && (!everywhere || (known.except !== undefined && known.except === method)))) return null;
  const own = stated.kind === 'object' ? call.entries(stated) : null;
  const merged =
    own === null
      ? settings
      : call.record({
          ...Object.fromEntries((settings.kind === 'object' ? call.entries(settings) : null) ?? []),
          ...Object.fromEntries(own),
        });
  return packageHook(call, emit, module, known, merged);
}

/** What plugins that wait for routes put on one that says nothing of itself. */
export const hooksOfAnyRoute =
  (announced: readonly AnnouncedHook[]) =>
  (call: Call, emit: Emit): readonly RouteHook[] =>
    announced.flatMap((each) => {
      const middleware = each.known.except === undefined ? announcedHook(call, emit, each, null, null) : null;
      return middleware === null ? [] : [{ middleware, phase: `hook:${each.hook}` as const }];
    });

/** `addHook(name, fn)`. Hooks of the application's own life (`onReady`, `onClose`) see no request. */
export function addHook(call: Call, emit: Emit, data: InstanceData): void {
  const [name, fn] = call.args;
  if (!name || !fn) return;
  emit.branch(name, (alternative) => {
    const hook = call.text(alternative);
    if (hook === null) {
      emit.report(fastifyDiagnostics, 'dynamic-hook-name', {});
      return;
    }
    if (hook === 'onRoute') {
      data.onRoute.push(fn);
      return;
    }
    if (hook !== 'onRegister' && !isRequestHook(hook)) return;
    // Fastify adds hooks in the order in which it loads plugins, to the plugins inside that are loaded already as well.
    const otherwise = data.boot.current.name || hook;
    data.boot.current.queue.push(
      call.bind(() => {
        if (!isRequestHook(hook)) {
          addListener(data, fn);
          return;
        }
        emit.branch(fn, (given) => {
          for (const value of call.elements(given) ?? [given]) {
            if (isAbsent(value) || (value.kind === 'const' && value.value == null)) continue;
            const run = call.isFunction(value) ? observationOfHook(call, data, value, hook) : undefined;
            if (hook === 'preSerialization' && run) data.serializing.push({ fn: value, instance: call.receiver as ObjectValue });
            addInstanceHook(emit, data, hook, middlewareOf(emit, value, otherwise, run));
          }
        });
      }),
    );
  });
}

/** `onRegister` listeners reach the instances inside, too. */
function addListener(data: InstanceData, listener: Value): void {
  data.onRegister.push(listener);
  for (const child of data.children) addListener(child, listener);
}
