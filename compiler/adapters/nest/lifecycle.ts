import { isAbsent, type Call, type Emit, type ObjectValue, type Value } from '@tool/scanner-sdk';
import { writtenMethod } from './class-bases.js';
import type { Injector } from './injection.js';
import type { ConfiguredMiddleware } from './middleware-consumer.js';
import { underChoices, type Choice, type ModuleEntry, type ModuleGraph } from './module-graph.js';
import { methodsOf } from './registration.js';
import { KEYS, storeOf } from './store.js';

/** What the framework calls when it starts: the first one of everything before the second one of anything. */
const HOOKS = ['onModuleInit', 'onApplicationBootstrap'] as const;
type Hook = (typeof HOOKS)[number];

/** What is called together, and waited for together. */
interface Group {
  readonly instances: readonly Value[];
  readonly choices: readonly Choice[];
}

/**
 * What the framework makes when it makes the application, where its constructor is given the server: what that registers stands in front of all that the
 * program registers on the application. Everything else is made when something asks for it.
 */
export function makeThoseOfServer(call: Call, emit: Emit, graph: ModuleGraph, injector: Injector): void {
  const server = call.get(call.module?.('@nestjs/core') ?? call.const(undefined), 'HttpAdapterHost');
  const takesServer = (cls: Value): boolean =>
    cls.kind === 'object' &&
    call.isFunction(cls) &&
    (call.parameterClasses?.(cls) ?? []).some((parameter, index) => (storeOf(call).tokens.get(cls)?.get(index) ?? parameter) === server) &&
    !injector.isOfRequest(call, cls);
  for (const { cls, providers, choices } of graph.modules)
    underChoices(emit, choices, () => {
      for (const provider of [...providers, cls]) {
        const made = provider.kind === 'object' && !call.isFunction(provider) ? call.get(provider, 'useClass') : provider;
        if (takesServer(made)) void (call.isFunction(provider) ? injector.resolve(call, provider) : injector.provided(call, provider));
      }
    });
}

/**
 * The hooks of an application, in the framework's order: modules that are farther from the root first, global ones before all; in each its controllers,
 * providers, guards and their kin, middlewares, and then the module itself.
 */
export class Lifecycle {
  private readonly groups: readonly Group[];

  constructor(
    private readonly call: Call,
    private readonly emit: Emit,
    graph: ModuleGraph,
    private readonly injector: Injector,
    configured: readonly ConfiguredMiddleware[],
  ) {
    const order = graph.modules
      .map((entry, index) => ({ entry, index }))
      .sort(
        (a, b) =>
          Number(b.entry.global) - Number(a.entry.global) || (a.entry.global ? 0 : b.entry.depth - a.entry.depth) || a.index - b.index,
      );
    const met = new Set<Value>();
    const fresh = (instances: readonly Value[]): Value[] => instances.filter((one) => !met.has(one) && met.add(one));
    const groups = order.flatMap(({ entry }): Group[] => {
      const middlewares = configured.filter(({ module }) => module === entry.cls).flatMap(({ config }) => config.middlewares);
      const classes = [...entry.controllers.map(({ value }) => value), ...entry.providers, ...this.enhancers(entry), ...middlewares];
      const group = (instances: readonly Value[]): Group => ({ instances: fresh(instances), choices: entry.choices });
      return injector.from(entry, () => [group(classes.flatMap((one) => this.instances(one))), group(this.instances(entry.cls))]);
    });
    // What is injected although no list that is known has it.
    this.groups = [...groups, { instances: fresh(injector.made()), choices: [] }];
  }

  /** Whether anything has the hook. */
  has(hook: Hook): boolean {
    return this.groups.some(({ instances }) => instances.some((one) => this.methods(one, hook).length > 0));
  }

  run(hook: Hook): void {
    const { call, emit } = this;
    for (const { instances, choices } of this.groups) {
      const called = instances.filter((one) => this.methods(one, hook).length > 0);
      if (called.length === 0) continue;
      underChoices(emit, choices, () => {
        const promises: Value[] = [];
        for (const instance of called)
          emit.branch(instance, (one) => {
            // What one of them throws is said, and ends nothing else.
            for (const method of this.methods(one, hook))
              call.attempt(call.describe(method) || hook, () => {
                promises.push(call.invoke(method, [], one));
              });
          });
        for (const promise of promises)
          call.attempt(hook, () => {
            call.awaited(promise);
          });
      });
    }
  }

  private methods(instance: Value, hook: Hook): readonly ObjectValue[] {
    return this.call.alternatives(instance).flatMap((one) => writtenMethod(this.call, one, hook) ?? []);
  }

  /** What stands for an entry of a list; nothing is made of classes that can do nothing then, nor of those that each request has its own of. */
  private instances(listed: Value): readonly Value[] {
    const { call, injector } = this;
    if (listed.kind !== 'object' || isAbsent(listed)) return [];
    if (call.isFunction(listed)) return this.acts(listed) ? [injector.resolve(call, listed)] : [];
    const cls = call.get(listed, 'useClass');
    return call.isFunction(cls) && !this.acts(cls) ? [] : injector.provided(call, listed);
  }

  /** It has a hook, or registers itself somewhere when it is made, whether or not anybody asks for it. */
  private acts(cls: Value): boolean {
    const { call, injector } = this;
    const prototype = call.get(cls, 'prototype');
    return (
      (call.handsItselfOn?.(cls) === true || HOOKS.some((hook) => writtenMethod(call, prototype, hook))) && !injector.isOfRequest(call, cls)
    );
  }

  /** The classes of guards, interceptors, pipes and filters that decorators of a module's controllers name. */
  private enhancers(entry: ModuleEntry): readonly Value[] {
    const { call } = this;
    const store = storeOf(call);
    return entry.controllers.flatMap(({ value: cls }) =>
      cls.kind !== 'object'
        ? []
        : [KEYS.guards, KEYS.interceptors, KEYS.filters, KEYS.pipes]
            .flatMap((key) => [store.read(call, cls, key), ...methodsOf(call, cls).map(({ fn }) => store.own(fn, key))])
            .flatMap((list) => (list ? (call.elements(list) ?? []) : []))
            .filter((one) => call.isFunction(one)),
    );
  }
}
