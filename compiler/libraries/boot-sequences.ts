import {
  defineLibrary,
  isAbsent,
  openFunction,
  openModule,
  type Call,
  type ModuleModel,
  type Transfer,
  type Value,
} from '@tool/scanner-sdk';
import { argument, promised, unmodelled } from './support/fallback.js';

type Step = (call: Call) => void;

/** Steps that run one after the other, each in a turn of its own: what a step has put off has happened when the next one begins. What a step adds comes before what was there. */
class Sequence {
  private steps: Step[] = [];
  private isQueued = false;

  add(call: Call, step: Step): void {
    this.steps.push(step);
    this.queue(call);
  }

  private queue(call: Call): void {
    if (this.isQueued) return;
    this.isQueued = true;
    const turn = call.fn('next step', (inner) => {
      this.isQueued = false;
      this.turn(inner);
      if (this.steps.length > 0) this.queue(inner);
    });
    call.later(turn, []);
  }

  private turn(call: Call): void {
    const [step, ...behind] = this.steps;
    this.steps = [];
    step?.(call);
    this.steps.push(...behind);
  }

  /** All of them, at once. */
  finish(call: Call): void {
    while (this.steps.length > 0) this.turn(call);
  }
}

/** `bootevent().acquire((context, next) => …).boot((context) => …)`: what comes behind a step waits until it calls `next`. */
const bootevent: ModuleModel = (realm) =>
  openFunction(realm, 'bootevent', (call) => {
    const context = argument(call, 0).kind === 'object' ? argument(call, 0) : call.record({});
    const sequence = new Sequence();
    const next = call.fn('next', () => undefined);
    const add =
      (...args: readonly Value[]): Transfer =>
      (inner) => {
        const fn = argument(inner, 0);
        if (inner.isFunction(fn)) sequence.add(inner, (turn) => void turn.invoke(fn, args));
        return inner.receiver;
      };
    const api = { acquire: add(context, next), tap: add(context), boot: add(context), ctx: () => context };
    return call.record(Object.fromEntries(Object.entries(api).map(([name, transfer]) => [name, call.fn(name, transfer)])));
  });

/** `avvio(instance)` puts `use`, `after`, `ready` and `onClose` on the instance, or is one itself: plugins are run with it, in their order, nested ones first. */
const avvio: ModuleModel = (realm) => {
  const boot: Transfer = (call) => {
    const instance = argument(call, 0).kind === 'object' && !call.isFunction(argument(call, 0)) ? argument(call, 0) : call.record({});
    const sequence = new Sequence();
    const done = call.fn('done', () => undefined);
    const use: Transfer = (inner) => {
      const given = argument(inner, 0);
      const options = inner.args[1] ?? inner.record({});
      sequence.add(inner, (turn) => {
        const loaded = turn.awaited(given);
        const plugin = turn.isFunction(loaded) || loaded.kind !== 'object' ? loaded : turn.get(loaded, 'default');
        if (turn.isFunction(plugin))
          turn.awaited(turn.invoke(plugin, [instance, turn.isFunction(options) ? turn.invoke(options, [instance]) : options, done]));
      });
      return instance;
    };
    const after = (inner: Call): Value => {
      const fn = argument(inner, 0);
      if (inner.isFunction(fn)) sequence.add(inner, (turn) => void turn.awaited(turn.invoke(fn, [turn.const(null), done])));
      return instance;
    };
    const ready: Transfer = (inner) => {
      if (inner.isFunction(argument(inner, 0))) return after(inner);
      sequence.finish(inner);
      return promised(inner, instance);
    };
    const expose = call.args[1]?.kind === 'object' ? call.get(call.args[1], 'expose') : null;
    const methods = { use, after, ready, onClose: () => instance };
    const boots: Record<string, Value> = {};
    for (const [name, transfer] of Object.entries(methods)) {
      boots[name] = call.fn(name, transfer);
      const called = expose?.kind === 'object' ? call.get(expose, name) : null;
      call.set(instance, (called && call.text(called)) ?? name, boots[name]);
    }
    return call.args[0] === instance ? call.record(boots) : instance;
  };
  return openFunction(realm, 'avvio', boot, { default: realm.fn('boot', boot) });
};

/** `bootstrapMicroframework({ loaders })`: each loader is given the settings, in which they leave things for one another. */
const microframework: ModuleModel = (realm) => {
  const MODULE = 'microframework-w3tec';
  const bootstrap: Transfer = (call) => {
    const config = argument(call, 0);
    const loaders = call.elements(config) ?? (config.kind === 'object' ? call.elements(call.get(config, 'loaders')) : null);
    if (loaders === null) return unmodelled(call, MODULE, 'bootstrapMicroframework');
    const data = call.record({});
    const nothing = call.fn('onShutdown', (inner) => inner.receiver);
    const key = (inner: Call): string => inner.text(argument(inner, 0)) ?? '';
    const settings = call.record({
      getData: call.fn('getData', (inner) => inner.get(data, key(inner))),
      setData: call.fn('setData', (inner) => {
        inner.set(data, key(inner), argument(inner, 1));
        return inner.receiver;
      }),
      onShutdown: nothing,
    });
    for (const loader of loaders) if (!isAbsent(loader) && call.isFunction(loader)) call.awaited(call.invoke(loader, [settings]));
    return promised(call, call.record({ settings, exit: nothing, shutdown: nothing }));
  };
  return openModule(realm, MODULE, { bootstrapMicroframework: realm.fn('bootstrapMicroframework', bootstrap) });
};

/** Packages that start a program in steps. */
export const bootSequencesLibrary = defineLibrary({
  modules: { bootevent, avvio, 'microframework-w3tec': microframework },
  runsOthers: true,
});
