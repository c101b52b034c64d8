import { defineHostType, isAbsent, type Call, type Emit, type HostType, type ObjectValue, type Value } from '@tool/scanner-sdk';
import { REQUEST_METHODS } from './decorators.js';
import { nestDiagnostics } from './diagnostics.js';
import type { Injector } from './injection.js';
import type { ModuleGraph } from './module-graph.js';
import { KEYS, storeOf, type Caller } from './store.js';

/** Where a middleware runs: a pattern with what lies below it (`method` null), one method exactly, or the routes of a controller. */
export interface RouteInfo {
  readonly path: Value | null;
  /** `ALL` for every method of exactly this path. */
  readonly method: string | null;
  readonly version: Value | null;
  readonly controller: Value | null;
}

/** `consumer.apply(…).exclude(…).forRoutes(…)`. */
export interface MiddlewareConfig {
  readonly middlewares: readonly Value[];
  readonly excludes: readonly RouteInfo[];
  readonly routes: readonly RouteInfo[];
  readonly caller: Caller;
}

const configType = defineHostType<MiddlewareConfig>({ name: 'nest.middleware', methods: {} });

/** The registrations are a list of the program, so that what a condition decides is an element that may be absent. */
interface ConsumerData {
  readonly configs: Value;
}
interface ProxyData {
  readonly consumer: Value;
  readonly middlewares: readonly Value[];
  readonly excludes: RouteInfo[];
}

const flat = (call: Call, values: readonly Value[]): readonly Value[] =>
  values.flatMap((value) => {
    const elements = value.kind === 'object' && !call.isFunction(value) ? call.elements(value) : null;
    return elements ? flat(call, elements) : [value];
  });

function routeInfos(call: Call, values: readonly Value[]): readonly RouteInfo[] {
  return flat(call, values).flatMap((value): RouteInfo[] => {
    if (isAbsent(value)) return [];
    const given = value.kind === 'oneOf' ? call.alternatives(value) : [value];
    return given.flatMap((alternative): RouteInfo[] => {
      if (alternative.kind === 'object' && call.isFunction(alternative))
        return [{ path: null, method: null, version: null, controller: alternative }];
      if (alternative.kind === 'object') {
        const number = call.constant(call.get(alternative, 'method'));
        const version = call.get(alternative, 'version');
        return [
          {
            path: call.get(alternative, 'path'),
            method: REQUEST_METHODS[typeof number === 'number' ? number : 5] ?? 'ALL',
            version: call.isUndefined(version) ? null : version,
            controller: null,
          },
        ];
      }
      return [{ path: alternative, method: null, version: null, controller: null }];
    });
  });
}

const forRoutes = (call: Call, emit: Emit): Value => {
  const data = call.data(call.receiver, proxyType);
  if (!data) return call.receiver;
  const unknown = call.args.find((arg) => arg.kind === 'unknown' && !isAbsent(arg));
  if (unknown?.kind === 'unknown') emit.report(nestDiagnostics, 'unknown-middleware', { why: unknown.why });
  const consumer = call.data(data.consumer, consumerType);
  const config = call.host(configType, {
    middlewares: data.middlewares,
    excludes: [...data.excludes],
    routes: routeInfos(call, call.args),
    caller: { call, emit },
  });
  if (consumer) call.invoke(call.get(consumer.configs, 'push'), [config], consumer.configs);
  return data.consumer;
};

const proxyType: HostType<ProxyData> = defineHostType<ProxyData>({
  name: 'nest.middleware-proxy',
  methods: {
    exclude: (call) => {
      const data = call.data(call.receiver, proxyType);
      data?.excludes.push(...routeInfos(call, call.args));
      return call.receiver;
    },
    forRoutes,
  },
});

export const consumerType: HostType<ConsumerData> = defineHostType<ConsumerData>({
  name: 'MiddlewareConsumer',
  methods: { apply: (call) => call.host(proxyType, { consumer: call.receiver, middlewares: flat(call, call.args), excludes: [] }) },
});

/** The registrations of a consumer in order; `conditional` when a condition decides whether there is one. */
function configsOf(call: Call, consumer: Value): readonly Omit<ConfiguredMiddleware, 'module'>[] {
  const data = call.data(consumer, consumerType);
  return (data ? (call.elements(data.configs) ?? []) : []).flatMap((element) => {
    const alternatives = element.kind === 'oneOf' ? element.values : [element];
    const conditional = element.kind === 'oneOf' && !(element.preferred && !isAbsent(element.values[0]!));
    return alternatives.flatMap((alternative) => {
      const config = call.data(alternative, configType);
      return config ? [{ config, conditional }] : [];
    });
  });
}

/** Whether a class is a controller, as `forRoutes(Class)` demands. */
export const isController = (call: Call, cls: Value): boolean => storeOf(call).read(call, cls, KEYS.path) !== null;

export interface ConfiguredMiddleware {
  /** The class of the module that configures it. */
  readonly module: ObjectValue;
  readonly config: MiddlewareConfig;
  readonly conditional: boolean;
}

/** What modules say in `configure(consumer)`: those nearer to the root first, global modules before all. */
export function configured(call: Call, { modules }: ModuleGraph, injector: Injector): readonly ConfiguredMiddleware[] {
  const order = modules
    .map((entry, index) => ({ entry, index }))
    .sort(
      (a, b) =>
        Number(b.entry.global) - Number(a.entry.global) || (a.entry.global ? 0 : a.entry.depth - b.entry.depth) || a.index - b.index,
    );
  const done = new Set<ObjectValue>();
  return order.flatMap(({ entry }) => {
    if (done.has(entry.cls)) return [];
    done.add(entry.cls);
    const configure = call.get(call.get(entry.cls, 'prototype'), 'configure');
    if (configure.kind !== 'object' || !call.isFunction(configure)) return [];
    const consumer = call.host(consumerType, { configs: call.list([]) });
    // What the module's own code throws ends its configuration, as it ends the program.
    try {
      injector.from(entry, () => call.invoke(configure, [consumer], injector.resolve(call, entry.cls)));
    } catch {
      /* what was said before counts */
    }
    const conditional = entry.choices.length > 0;
    return configsOf(call, consumer).map((one) => ({
      module: entry.cls,
      config: one.config,
      conditional: one.conditional || conditional,
    }));
  });
}
