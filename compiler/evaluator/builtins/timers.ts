import type { Value } from '@tool/scanner-sdk';
import type { Evaluator } from '../evaluator.js';
import { startTimer } from '../jobs/timers.js';
import { UNDEFINED, unknown, type Native } from '../values/values.js';
import { copied } from './json.js';

/** What runs functions later. */
export function timerGlobals(evaluator: Evaluator): Record<string, Value> {
  const globals: Record<string, Value> = {};
  const isAtOnce = (delay: Value | undefined): boolean => delay === undefined || (delay.kind === 'const' && !delay.value);
  const later: Native = (ev, _self, args, site) => {
    const run = (): void => {
      ev.call(args[0] ?? UNDEFINED, UNDEFINED, args.slice(2), ev.contextOf(site), site.node);
    };
    if (args[0]) ev.background.add(ev, args[0], site);
    startTimer(ev, site, 'timer', args[0], () => {
      if (isAtOnce(args[1])) run();
      else ev.background.timed(ev, run);
    });
    return unknown('a timer');
  };
  /** A request that waits for a round of an interval is answered by a later one where the first has answered nothing: it counts, or asks whether something is done. */
  const again: Native = (ev, self, args, site, newTarget) => {
    if (!ev.observer) return later(ev, self, args, site, newTarget);
    const { effects } = ev;
    startTimer(ev, site, 'timer', args[0], () => {
      ev.call(args[0] ?? UNDEFINED, UNDEFINED, args.slice(2), ev.contextOf(site), site.node);
      if (ev.effects === effects) again(ev, self, args, site, newTarget);
    });
    return unknown('a timer');
  };
  globals['setTimeout'] = evaluator.native('setTimeout', later);
  globals['setInterval'] = evaluator.native('setInterval', again);
  globals['setImmediate'] = evaluator.native('setImmediate', (ev, _self, args, site) => {
    startTimer(ev, site, 'immediate', args[0], () => {
      ev.call(args[0] ?? UNDEFINED, UNDEFINED, args.slice(1), ev.contextOf(site), site.node);
    });
    return unknown('a timer');
  });
  globals['queueMicrotask'] = evaluator.native('queueMicrotask', (ev, _self, args, site) => {
    ev.later(() => {
      ev.call(args[0] ?? UNDEFINED, UNDEFINED, [], ev.contextOf(site), site.node);
    });
    return UNDEFINED;
  });
  for (const name of ['clearTimeout', 'clearInterval', 'clearImmediate']) globals[name] = evaluator.native(name, () => UNDEFINED);
  globals['structuredClone'] = evaluator.native('structuredClone', (ev, _self, args, site) =>
    copied(ev, args[0] ?? UNDEFINED, 'structure', ev.contextOf(site), site.node),
  );
  return globals;
}
