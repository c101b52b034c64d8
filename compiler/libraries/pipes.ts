import { defineLibrary, functions, openModule, type Call, type ModuleModel, type Transfer, type Value } from '@tool/scanner-sdk';
import { argument } from './support/fallback.js';

/** A value through functions, each given what the one before it gave. */
const through = (call: Call, start: Value, steps: readonly Value[]): Value =>
  steps.reduce((value, step) => call.invoke(step, [value]), start);

/** `pipe(value, f, g)` is `g(f(value))`. */
const pipe: Transfer = (call) => through(call, argument(call, 0), call.args.slice(1));

/** `flow(f, g)` is the function that gives `g(f(…))`; only the first takes more than one argument. */
const flow: Transfer = (call) => {
  const [first, ...rest] = call.args;
  return call.fn('flow', (inner) => (first ? through(inner, inner.invoke(first, inner.args), rest) : argument(inner, 0)));
};

const same: Transfer = (call) => argument(call, 0);
const constant: Transfer = (call) => {
  const [value] = call.args;
  return call.fn('constant', (inner) => value ?? inner.const(undefined));
};

const PIPES: Readonly<Record<string, Transfer>> = { pipe, flow, identity: same, unsafeCoerce: same, constant };

/** `tap` runs a function beside the way of the value. */
const tap: Transfer = (call) => {
  const [first, second] = call.args;
  if (first && second) {
    call.invoke(second, [first]);
    return first;
  }
  return call.fn('tap', (inner) => {
    if (first) inner.invoke(first, [argument(inner, 0)]);
    return argument(inner, 0);
  });
};

const pipes =
  (module: string, transfers = PIPES): ModuleModel =>
  (realm) =>
    openModule(realm, module, functions(realm, transfers));

/** The root of fp-ts, which has the functions in a namespace of their own. */
const root: ModuleModel = (realm) => openModule(realm, 'fp-ts', { function: openModule(realm, 'fp-ts/function', functions(realm, PIPES)) });

/** Packages with `pipe` and `flow`: a set-up that is written as the way of one application through functions. */
export const pipesLibrary = defineLibrary({
  modules: {
    'fp-ts': root,
    'fp-ts/function': pipes('fp-ts/function'),
    'fp-ts/lib/function': pipes('fp-ts/lib/function'),
    'fp-ts/es6/function': pipes('fp-ts/es6/function'),
    'effect/Function': pipes('effect/Function'),
    '@effect/data/Function': pipes('@effect/data/Function'),
    '@fp-ts/core/Function': pipes('@fp-ts/core/Function'),
    effect: pipes('effect', { pipe, flow, identity: same }),
    remeda: pipes('remeda', { pipe, tap }),
  },
});
