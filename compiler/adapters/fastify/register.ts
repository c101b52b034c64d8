import type { RouterId } from '@tool/ir';
import { isAbsent, type Call, type Emit, type HostType, type ObjectValue, type Provenance, type Value } from '@tool/scanner-sdk';
import { fastifyDiagnostics } from './diagnostics.js';
import { addInstanceHook, hooksOfAnyRoute, isRequestHook, packageHook } from './hooks.js';
import { instanceData, type InstanceData } from './instance-data.js';
import { findsRoutes, packagePlugin } from './package-plugins.js';
import { packageMembers } from './package-members.js';
import { packageRoutes } from './package-routes.js';
import { isNothing, joinPrefix } from './paths.js';

/** A plugin with this mark runs on the instance that registers it: `fastify-plugin` sets it. */
export const SKIP_OVERRIDE = Symbol.for('skip-override');
export const PLUGIN_META = Symbol.for('plugin-meta');

/** Queues a plugin: it is loaded when Fastify's own order says so. */
export function register(call: Call, emit: Emit, instance: ObjectValue, plugin: Value, options: Value | undefined): void {
  const { boot } = instanceData(instance)!;
  const loading = boot.current;
  // Fastify loads on the instance whose plugin runs now, whatever instance the method was called on. A plugin that has ended cannot be that one.
  const server = isWithin(instance, loading.server) ? instance : loading.server;
  if (plugin.kind === 'unknown' && plugin.provenance) boot.registered.add(plugin.provenance.module);
  loading.queue.push(
    call.bind(() => {
      let settled: Value | null = null;
      call.attempt(`a plugin`, () => {
        settled = call.awaited(plugin);
      });
      if (settled !== null)
        emit.branch(settled, (alternative) => {
          if (!isAbsent(alternative)) load(call, emit, server, alternative, options);
        });
    }),
  );
}

/** `inner` was made inside `outer`. */
function isWithin(inner: ObjectValue, outer: ObjectValue): boolean {
  const above = instanceData(outer);
  for (let at = instanceData(inner)?.parent ?? null; at; at = at.parent) if (at === above) return true;
  return false;
}

/** `after(callback)`: runs when everything registered before is loaded; what it registers comes next. */
export function after(call: Call, instance: ObjectValue, callback: Value): void {
  const { boot } = instanceData(instance)!;
  const { server, queue } = boot.current;
  const done = call.fn('done', () => undefined);
  const arity = call.arity(callback) ?? 1;
  const { name } = boot.current;
  queue.push(
    call.bind(() =>
      boot.within(
        server,
        name,
        () => {
          call.awaited(
            call.invoke(
              callback,
              arity === 0
                ? []
                : arity === 1
                  ? [call.const(null)]
                  : arity === 2
                    ? [call.const(null), done]
                    : [call.const(null), server, done],
              server,
            ),
          );
        },
        (run) => call.attempt('a callback of after()', run),
      ),
    ),
  );
}

/** The function behind what register() gets: modules with a default export are unwrapped. */
function pluginFunction(call: Call, value: Value): Value | null {
  if (call.isFunction(value)) return value;
  if (value.kind !== 'object') return null;
  const inner = call.get(value, 'default');
  if (call.isFunction(inner) || (inner.kind === 'unknown' && inner.provenance)) return inner;
  const nested = inner.kind === 'object' ? call.get(inner, 'default') : inner;
  return call.isFunction(nested) ? nested : null;
}

function load(call: Call, emit: Emit, server: ObjectValue, plugin: Value, options: Value | undefined): void {
  const data = instanceData(server)!;
  const fn = plugin.kind === 'unknown' ? plugin : pluginFunction(call, plugin);
  if (fn?.kind === 'unknown') {
    if (fn.provenance && !fn.provenance.module.startsWith('node:')) {
      loadPackage(call, emit, server, fn.provenance, options);
      return;
    }
    const diagnostic = emit.report(fastifyDiagnostics, 'unknown-plugin', { why: fn.why });
    emit.opaque(data.router, { what: 'mount', diagnostic });
    return;
  }
  if (fn === null) {
    const diagnostic = emit.report(fastifyDiagnostics, 'plugin-is-no-function', { value: call.describe(plugin) || 'an object' });
    emit.opaque(data.router, { what: 'mount', diagnostic });
    return;
  }
  const given = options === undefined || isNothing(options) ? call.record({}) : options;
  const shared = call.truthy(call.get(fn, SKIP_OVERRIDE)) === true;
  const child = shared ? server : encapsulated(call, emit, server, call.get(given, 'prefix'), given, nameOf(call, fn));
  const done = call.fn('done', () => undefined);
  data.boot.within(
    child,
    nameOf(call, fn),
    () => {
      const passed = call.isFunction(given) ? call.invoke(given, [child]) : given;
      call.awaited(call.invoke(fn, [child, passed, done]));
    },
    (run) => call.attempt(`the plugin ${nameOf(call, fn)}`, run),
  );
}

function nameOf(call: Call, fn: Value): string {
  const meta = call.get(fn, PLUGIN_META);
  return (
    (meta.kind === 'object' ? call.text(call.get(meta, 'name')) : null) ?? call.describe(fn).replace(/^(?:default|plugin|anonymous)$/, '')
  );
}

/** A child instance: its prototype is the instance that registers it, so that it sees everything decorated there. */
function encapsulated(call: Call, emit: Emit, server: ObjectValue, prefix: Value, options: Value, name: string): ObjectValue {
  const data = instanceData(server)!;
  const router: RouterId = emit.router({
    framework: 'fastify',
    syntax: 'find-my-way',
    caseSensitive: data.caseSensitive,
    strict: data.strict,
    ...(name && { name }),
  });
  const announced = [...data.announced];
  const own: InstanceData = {
    ...data,
    router,
    parent: data,
    around: server,
    prefix: joinPrefix(call, data.prefix, prefix),
    hooks: [],
    serializing: [],
    onRoute: [...data.onRoute],
    onRegister: [...data.onRegister],
    announced,
    routeHooks: hooksOfAnyRoute(announced),
    children: [],
    routes: new Map(),
  };
  data.children.push(own);
  const child = call.host(server.host!.type as HostType<InstanceData>, own);
  call.set(child, '__proto__', server);
  emit.branch(prefix, (alternative) =>
    emit.mount(data.router, {
      path: emit.path(isNothing(alternative) ? '/' : alternative, 'find-my-way'),
      target: router,
      scope: 'encapsulate',
    }),
  );
  for (const listener of data.onRegister) call.invoke(listener, [child, options], server);
  return child;
}

/** A plugin of a package: its hooks are in the chain when they are known, and what it serves of the program's at a URL of its options is an endpoint. */
function loadPackage(call: Call, emit: Emit, server: ObjectValue, provenance: Provenance, options: Value | undefined): void {
  const data = instanceData(server)!;
  data.boot.opened = true;
  if (/^(?:@fastify\/|fastify-)env$/.test(provenance.module)) {
    decorateConfiguration(call, server, options);
    return;
  }
  if (findsRoutes(provenance.module)) {
    const diagnostic = emit.report(fastifyDiagnostics, 'routes-of-package', { module: provenance.module });
    emit.opaque(data.router, { what: 'mount', diagnostic });
    return;
  }
  const given = options === undefined || isNothing(options) ? call.record({}) : options;
  let settings = given;
  if (call.isFunction(given))
    call.attempt('the options of a plugin', () => {
      settings = call.invoke(given, [server]);
    });
  packageHooks(call, emit, data, provenance, settings);
  packageMembers(call, server, data, provenance.module, settings);
  packageRoutes(call, emit, server, provenance.module, settings, (prefix) =>
    encapsulated(call, emit, server, prefix, settings, provenance.module),
  );
}

function packageHooks(call: Call, emit: Emit, data: InstanceData, { module }: Provenance, settings: Value): void {
  const known = packagePlugin(module);
  if (!known) return;
  data.boot.registered.add(module);
  const stated = (name: string | undefined): Value =>
    name === undefined || settings.kind !== 'object' ? call.const(undefined) : call.get(settings, name);
  if (known.needs && settings.kind === 'object' && known.needs.every((name) => call.truthy(stated(name)) === false)) return;
  const everywhere = call.constant(stated(known.global)) !== false;
  const at = call.text(stated(known.at));
  for (const each of known.hooks) {
    if (call.constant(stated(each.unless)) === false || (each.only !== undefined && call.truthy(stated(each.only)) === false)) continue;
    const hook = each.hook === 'onRequest' && at !== null && isRequestHook(at) ? at : each.hook;
    if (each.perRoute) data.announced.push({ hook, known: each, module, settings, everywhere });
    else if (everywhere) addInstanceHook(emit, data, hook, packageHook(call, emit, module, each, settings));
    if (everywhere && each.name === 'rateLimit') data.boot.limitsEveryRoute = true;
  }
}

/** `@fastify/env` decorates what `env-schema` reads. */
function decorateConfiguration(call: Call, server: ObjectValue, options: Value | undefined): void {
  const reader = call.module?.('env-schema');
  if (options?.kind !== 'object' || !reader || !call.isFunction(reader)) return;
  const settings = call.isFunction(options) ? call.invoke(options, [server]) : options;
  const key = settings.kind === 'object' ? call.text(call.get(settings, 'confKey')) : null;
  call.set(server, key ?? 'config', call.invoke(reader, [settings]));
}
