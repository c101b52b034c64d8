import type { Call, MiddlewareType, Observe, RunsAs, Value } from '@tool/scanner-sdk';
import { PARTS, ANSWER, change, contextType, contextOf, findAnswer, leaveAnswer, onlyApplication, serving } from './context.js';
import { placeOfNext, runMiddleware } from './generators.js';
import { packageBehaviour } from './package-behaviours.js';
import type { Surroundings } from './routing-data.js';
import { servedType } from './values.js';
import { caught, goOut } from './way-out.js';

/**
 * What a route throws passes these, the outermost first: of the application's middlewares those in front of it, then middlewares of its routers, and those
 * in front of it in its own chain.
 */
export type Between = () => Surroundings;
const NOTHING: Between = () => ({ application: null, functions: [] });
/** Those that what a function throws passes. */
function outside(call: Call, fn: Value, between: Between): Surroundings {
  const { application, functions } = between();
  const only = application ? null : onlyApplication(call);
  const all = only ? [...only.functions, ...functions] : functions;
  return { application: application ?? only, functions: all.includes(fn) ? all.slice(0, all.indexOf(fn)) : all };
}

const leavesAnswer = (call: Call, fn: Value): boolean => call.setsMembers?.(fn, ['body', 'status']) === true;

/** `(ctx, next)`. `answers`: it is the handler of a route. */
export const observe =
  (fn: Value, answers: boolean, parameter?: string, between = NOTHING): Observe =>
  (call, seen) => {
    const { application, functions } = outside(call, fn, between);
    const context = contextOf(call, seen, application);
    findAnswer(call, seen, context);
    const next = call.fn('next', (inner) => {
      seen.passOn();
      if (leavesAnswer(call, fn)) leaveAnswer(inner, seen, context);
      call.data(context, contextType)!.passed ??= inner;
      change(inner, context, 'passed', inner.const(true));
      return inner.promise?.(inner.const(undefined));
    });
    let returned: Value | undefined;
    const run = (): void => {
      try {
        serving(call, context, () => {
          returned = runMiddleware(call, fn, context, next, parameter === undefined ? [] : [seen.incoming('path', [parameter])]);
        });
      } finally {
        // A body in place of the one that came in: what it has of its own nobody sends.
        const body = call.get(call.get(context, 'request'), 'body');
        for (const [name, value] of (body.kind === 'object' && call.knownEntries?.(body)) || [])
          call.set(seen.incoming('body'), name, value);
        for (const state of call.alternatives(call.get(context, 'state')))
          for (const [name, value] of call.knownEntries?.(state) ?? []) seen.leave(`state.${name}`, value);
        for (const [name, value] of call.knownEntries?.(context) ?? [])
          if (!Object.hasOwn(PARTS, name) && !['request', 'response', 'req', 'res', 'cookies', 'state', ANSWER].includes(name))
            seen.leave(name, value);
        for (const part of ['request', 'response'])
          for (const [name, value] of call.knownEntries?.(call.get(context, part)) ?? [])
            if (!Object.hasOwn(PARTS, name) && !['ctx', 'res', 'body'].includes(name)) seen.leave(`${part}.${name}`, value);
      }
    };
    if (call.catching)
      call.catching(run, (error) => {
        for (const each of call.alternatives(error)) caught(call, seen, each, { application, functions });
      });
    else run();
    // What stands behind `next()` as well may be changed there.
    goOut(call, seen, context, { application, functions }, (passed, isOwn) => answers || passed === false || isOwn, returned);
  };

/** How a function is run; nothing for what nobody can see. `parameter`: it is registered for one, whose value it is given first. */
export const observation = (
  call: Call,
  fn: Value,
  answers = false,
  parameter?: string,
  between = NOTHING,
): {
  readonly observe?: Observe;
  readonly runsAs?: RunsAs;
  readonly name?: string;
  readonly type?: MiddlewareType;
  readonly on?: Value;
} => {
  const served = call.data(fn, servedType);
  if (served) return served;
  if (fn.kind === 'unknown') {
    const known =
      fn.provenance &&
      packageBehaviour(
        fn.provenance,
        (inner, seen, error) => {
          caught(inner, seen, error, outside(inner, fn, between));
        },
        contextOf,
      );
    return known ? { observe: known } : {};
  }
  // A handler of several routes answers each through what stands around that one, and finds what those in front have answered.
  const before = answers ? between().functions : [];
  const on =
    before.findLast((each) => call.mayActBehind?.(each, placeOfNext(call, each))) ?? before.findLast((each) => leavesAnswer(call, each));
  return fn.kind === 'object' && call.isFunction(fn) && !fn.host
    ? {
        ...(on && { on }),
        observe: observe(fn, answers, parameter, between),
        runsAs: (errorsPass) => [
          answers,
          parameter,
          ...outside(call, fn, between).functions.filter(
            (each) =>
              call.mayActBehind?.(each, placeOfNext(call, each)) === true ||
              (call.letsErrorsThrough?.(each, placeOfNext(call, each)) !== true && !errorsPass(each)),
          ),
        ],
      }
    : {};
};
