import type { Call, Ending, Observation, ObjectValue, Unknown, Value } from '@tool/scanner-sdk';
import {
  ANSWER,
  type Decided,
  places,
  ANSWER_PARTS,
  answerType,
  change,
  contextType,
  contextOf,
  type Sends,
  behind,
  caughtBehind,
  decidedNowhere,
  goesOut,
  isSame,
  send,
  serving,
} from './context.js';
import { placeOfNext, runMiddleware } from './generators.js';
import type { Surroundings } from './routing-data.js';

/** Middlewares of packages that answer whatever is thrown inside, with its own status. */
const isCatcher = (value: Value): boolean => value.kind === 'unknown' && /^koa-(?:json-)?error$/.test(value.provenance?.module ?? '');

const isTruthy = (call: Call, value: Value): boolean => call.truthy(value) !== false;

/** What koa-json-error sends for an error: what may be listed of it, its name, message, stack and type, as the functions that it is given make it over. */
function jsonOf(call: Call, error: Value, status: Value, given: Value | undefined): Value {
  const own = given && call.isFunction(given) ? null : given;
  const option = (name: string): Value | null => (own?.kind === 'object' ? call.get(own, name) : null);
  const listed = call.record({});
  const pre = option('preFormat');
  const isPlain = !given || (pre !== null && call.isUndefined(pre));
  const first =
    pre && call.isFunction(pre)
      ? call.invoke(pre, [error, listed])
      : isPlain
        ? call.invoke(call.get(call.global!('Object'), 'assign'), [listed, error])
        : listed;
  const format = own ? option('format') : given;
  let made = first;
  if (format && call.isFunction(format)) made = call.invoke(format, [error, first]);
  else {
    for (const name of ['name', 'message', 'stack', 'type']) {
      const value = call.get(error, name);
      if (isTruthy(call, value)) call.set(first, name, value);
    }
    call.set(first, 'status', status);
  }
  const post = option('postFormat');
  return post && call.isFunction(post) ? call.invoke(post, [error, made]) : made;
}

/** Whether errors pass a middleware unseen, by what its body says, or else by what it does. What nobody can see is taken to let them pass. */
const isPassed = (call: Call, seen: Observation, fn: Value): boolean =>
  !call.isFunction(fn) ||
  call.letsErrorsThrough?.(fn, placeOfNext(call, fn)) === true ||
  seen.letsErrorsThrough?.(fn, (apart, error) => endingOf(call, apart, fn, error)) === true;

/** Runs a middleware in front of something that ends in an error. */
function endingOf(call: Call, seen: Observation, fn: Value, error: Value): Ending {
  const context = contextOf(call, seen);
  const thrown: Value[] = [];
  let answers = false,
    reached = false;
  const next = call.fn('next', (inner) => {
    reached = true;
    change(inner, context, 'passed', inner.const(true));
    return rejected(inner, error);
  });
  call.catching?.(
    () => {
      serving(call, context, () => {
        runMiddleware(call, fn, context, next);
        answers = send(call, seen, context, caughtBehind);
      });
    },
    (each) => {
      thrown.push(...call.alternatives(each));
    },
  );
  return { thrown, answers, reached };
}

/** Whether a middleware changes what the functions behind it have answered, by what it does with something that nobody knows. */
const changesAnswers = (call: Call, seen: Observation, fn: Value): boolean =>
  call.isFunction(fn) &&
  call.mayActBehind?.(fn, placeOfNext(call, fn)) === true &&
  seen.isTrueOf?.('koa: changes answers', fn, (apart) => {
    const context = contextOf(call, apart);
    const answered = call.host(answerType, null, { body: call.unknown('what is answered'), passed: call.const(true) });
    let isReached = false;
    const next = call.fn('next', (inner) => {
      isReached = true;
      call.data(context, contextType)!.passed ??= inner;
      inner.set(context, ANSWER, answered);
      return inner.promise?.(inner.unknown('what the function behind returns'));
    });
    call.catching?.(
      () => {
        serving(call, context, () => {
          runMiddleware(call, fn, context, next);
        });
      },
      () => undefined,
    );
    const parts = ['status', 'body', 'type'] as const;
    return (
      isReached &&
      call
        .alternatives(call.get(context, ANSWER))
        .some(
          (known) => goesOut(call, known, behind) && parts.some((part) => !isSame(call, call.get(known, part), call.get(answered, part))),
        )
    );
  }) === true;

/** Ways out through middlewares that are all gone for one run. */
const MAX_WAYS_OUT = 200;
/** By run: how many ways its answers went out so far, and which answers were met by which middlewares. */
const ways = new WeakMap<Observation, { count: number; readonly sent: Set<string> }>();
const sameAnswer = (call: Call, known: Value, place: Decided | undefined, before: number): string => {
  const parts = ['status', 'body', 'type', 'to'].map((part) => call.get(known, part));
  return JSON.stringify([before, place?.span, place?.when, ...parts.map((part) => call.constant(part) ?? call.shapeOf?.(part))]);
};

/**
 * What was set goes out through the middlewares around: of those that change answers the innermost finds it once `next()` is done, and what that one makes of it
 * goes out through the others.
 * @param returned what `next()` gives it; undefined where nothing does, since it ends in an error
 */
export function goOut(
  call: Call,
  seen: Observation,
  context: Value,
  { application, functions }: Surroundings,
  sends: Sends,
  returned?: Value,
): void {
  const last = functions.findLast((each) => changesAnswers(call, seen, each));
  if (!last) {
    send(call, seen, context, sends, returned !== undefined && sends(true, false, false));
    return;
  }
  const outer = { application, functions: functions.slice(0, functions.lastIndexOf(last)) };
  const exchange = call.data(context, contextType)!;
  const spent = ways.get(seen) ?? { count: 0, sent: new Set<string>() };
  ways.set(seen, spent);
  for (const known of call.alternatives(call.get(context, ANSWER))) {
    if (!goesOut(call, known, sends)) continue;
    const place = places.get(known);
    // Without an answer it is a handler that has left something else for it.
    if (!place && !(returned && sends(true, false, false))) continue;
    const decided = place ?? decidedNowhere(call);
    // Where nearly every middleware may change it the ways out are too many: one answer goes out once through the same ones from then on.
    const answer = sameAnswer(call, known, place, outer.functions.length);
    if (spent.count > MAX_WAYS_OUT && spent.sent.has(answer)) continue;
    spent.count++;
    spent.sent.add(answer);
    decided.under(() => {
      const status = call.get(known, 'status');
      const found = call.host(answerType, null, {
        ...Object.fromEntries(ANSWER_PARTS.map((name) => [name, call.get(known, name)])),
        status: call.isUndefined(status) && place && !call.isUndefined(call.get(known, 'body')) ? call.const(200) : status,
        passed: call.const(true),
      });
      if (place) places.set(found, { ...place, isFound: true });
      call.set(context, ANSWER, call.host(answerType, null));
      const next = call.fn('next', (inner) => {
        exchange.passed = inner;
        inner.set(context, ANSWER, found);
        return inner.promise?.(returned ?? call.const(undefined));
      });
      const run = (): void => {
        serving(call, context as ObjectValue, () => {
          const given = runMiddleware(call, last, context, next);
          const made = call
            .alternatives(call.get(context, ANSWER))
            .flatMap((each) => (each === found ? [] : [places.get(each)?.surely ?? true]));
          // What it changes for some addresses only goes out as it is for the others.
          if (place && made.length > 0 && made.every((when) => typeof when === 'object'))
            places.set(found, { ...place, isFound: true, when: { all: [place.when, { not: { any: made } }] } });
          goOut(call, seen, context, outer, behind, given);
        });
      };
      if (call.catching)
        call.catching(run, (error) => {
          for (const each of call.alternatives(error)) caught(call, seen, each, outer);
        });
      else run();
    });
  }
}

function rejected(call: Call, error: Value): Value | undefined {
  const promises = call.global?.('Promise');
  return promises ? call.invoke(call.get(promises, 'reject'), [error], promises) : call.throws?.(error);
}

/** What a route throws goes through the middlewares around it; what none of them answers, the framework does. */
export function caught(call: Call, seen: Observation, error: Value, { application, functions }: Surroundings): void {
  const last = functions.findLast((each) => isCatcher(each) || !isPassed(call, seen, each));
  if (error.kind !== 'object') return;
  const isJson = last?.kind === 'unknown' && last.provenance?.module === 'koa-json-error';
  if (!last || (isCatcher(last) && !isJson)) {
    seen.fail(call, error);
    return;
  }
  const context = contextOf(call, seen, application);
  const outer = { application, functions: functions.slice(0, functions.lastIndexOf(last)) };
  let reached = false;
  const next = call.fn('next', (inner) => {
    reached = true;
    change(inner, context, 'passed', inner.const(true));
    return rejected(inner, error);
  });
  const answering = (inner: Call): void => {
    reached = true;
    change(inner, context, 'passed', inner.const(true));
    const [status = inner.const(500)] = ['status', 'statusCode']
      .map((name) => inner.get(error, name))
      .filter((value) => isTruthy(inner, value));
    inner.set(context, 'body', jsonOf(inner, error, status, (last as Unknown).provenance?.args?.[0]));
    inner.set(context, 'status', status);
  };
  const run = (): void => {
    serving(call, context, () => {
      runMiddleware(call, isJson ? call.fn('jsonError', answering) : last, context, next);
      goOut(call, seen, context, outer, caughtBehind);
    });
  };
  if (call.catching)
    call.catching(run, (again) => {
      caught(call, seen, again, outer);
    });
  else run();
  // It never came to what throws: an error does not pass it.
  if (!reached) caught(call, seen, error, outer);
}
