import {
  defineHostType,
  defineLibrary,
  functions,
  openModule,
  type Call,
  type HostType,
  type Transfer,
  type Value,
} from '@tool/scanner-sdk';
import { argument, promised, unmodelled } from './support/fallback.js';

/** A result: what it holds where it is well, and why it is not where it is none; null where it cannot be so. */
interface Outcome {
  readonly ok: Value | null;
  readonly error: Value | null;
}

const joined = (call: Call, values: readonly (Value | null)[], condition: string): Value | null => {
  const found = values.filter((value) => value !== null);
  return found.length < 2 ? (found[0] ?? null) : (call.oneOf?.(found, condition) ?? found[0]!);
};
const together = (call: Call, outcomes: readonly Outcome[]): Outcome => ({
  ok: joined(
    call,
    outcomes.map(({ ok }) => ok),
    'what a result holds',
  ),
  error: joined(
    call,
    outcomes.map(({ error }) => error),
    'why a result is an error',
  ),
});
const well = (ok: Value): Outcome => ({ ok, error: null });
const failed = (error: Value): Outcome => ({ ok: null, error });

/** The outcome of a result, of a promise of one, or of several of which one is there. */
const outcomeOf = (call: Call, value: Value): Outcome =>
  together(
    call,
    call.alternatives(call.awaited(value)).map(
      (each) =>
        call.data(each, resultType) ??
        call.data(each, asyncType) ?? {
          ok: call.unknown('what a result holds', { module: 'neverthrow', path: 'Result.value' }),
          error: call.unknown('why a result is an error', { module: 'neverthrow', path: 'Result.error' }),
        },
    ),
  );

/** Does the one with what a result holds, or the other with its error. */
function either<Given>(
  call: Call,
  { ok, error }: Outcome,
  onOk: (value: Value) => Given,
  onError: (error: Value) => Given,
): readonly Given[] {
  const given: Given[] = [];
  const run = (holds: boolean): void => {
    given.push(holds ? onOk(ok!) : onError(error!));
  };
  if (!ok || !error) run(ok !== null);
  else if (call.either) call.either(call.unknown('whether a result is an error'), run);
  else [true, false].forEach(run);
  return given;
}

const apply = (call: Call, fn: Value, args: readonly Value[]): Value => call.awaited(call.invoke(fn, args));

type Step = (call: Call, given: Value, callback: Value) => Outcome;
const gives: Step = (call, given, callback) => well(apply(call, callback, [given]));
const fails: Step = (call, given, callback) => failed(apply(call, callback, [given]));
const goesOn: Step = (call, given, callback) => outcomeOf(call, apply(call, callback, [given]));
/** A step beside the way: the result is what it was. */
const beside = (same: (value: Value) => Outcome): Step => {
  return (call, given, callback) => {
    apply(call, callback, [given]);
    return same(given);
  };
};
const through: Step = (call, given, callback) => ({ ok: given, error: outcomeOf(call, apply(call, callback, [given])).error });

/** The result of steps for either outcome; what has none stays what it is. */
const stepped =
  (type: () => HostType<Outcome>, onOk: Step | null, onError: Step | null = null): Transfer =>
  (call) => {
    const callback = argument(call, 0);
    const given = either(
      call,
      receiverOf(call),
      (value) => onOk?.(call, value, callback) ?? well(value),
      (error) => onError?.(call, error, callback) ?? failed(error),
    );
    return call.host(type(), together(call, given));
  };
const receiverOf = (call: Call): Outcome => outcomeOf(call, call.receiver);

const steps = (type: () => HostType<Outcome>): Record<string, Transfer> => ({
  map: stepped(type, gives),
  mapErr: stepped(type, null, fails),
  andThen: stepped(type, goesOn),
  orElse: stepped(type, null, goesOn),
  andTee: stepped(type, beside(well)),
  orTee: stepped(type, null, beside(failed)),
  andThrough: stepped(type, through),
});
const matched: Transfer = (call) => {
  const [onOk, onError] = [argument(call, 0), argument(call, 1)];
  const given = either(
    call,
    receiverOf(call),
    (value) => call.invoke(onOk, [value]),
    (error) => call.invoke(onError, [error]),
  );
  return joined(call, given, 'what a result was') ?? call.const(undefined);
};
const instead: Transfer = (call) => {
  const { ok, error } = receiverOf(call);
  return joined(call, [ok, error && argument(call, 0)], 'whether a result is an error')!;
};
const is =
  (side: keyof Outcome, other: keyof Outcome): Transfer =>
  (call) => {
    const outcome = receiverOf(call);
    return outcome[side] === null
      ? call.const(false)
      : outcome[other] === null
        ? call.const(true)
        : (call.typed?.({ kind: 'boolean' }, 'whether a result is an error') ?? call.unknown('whether a result is an error'));
  };
const part =
  (side: keyof Outcome): Transfer =>
  (call) =>
    receiverOf(call)[side] ?? call.const(undefined);

const resultType: HostType<Outcome> = defineHostType<Outcome>({
  name: 'Result',
  inert: true,
  methods: {
    ...steps(() => resultType),
    asyncMap: stepped(() => asyncType, gives),
    asyncAndThen: stepped(() => asyncType, goesOn),
    asyncAndThrough: stepped(() => asyncType, through),
    match: matched,
    unwrapOr: instead,
    isOk: is('ok', 'error'),
    isErr: is('error', 'ok'),
    _unsafeUnwrap: part('ok'),
    _unsafeUnwrapErr: part('error'),
  },
  getters: { value: part('ok'), error: part('error') },
});
const later =
  (transfer: Transfer): Transfer =>
  (call, emit) =>
    promised(call, call.awaited(transfer(call, emit) ?? call.const(undefined)));
const asyncType: HostType<Outcome> = defineHostType<Outcome>({
  name: 'ResultAsync',
  inert: true,
  methods: {
    ...steps(() => asyncType),
    match: later(matched),
    unwrapOr: later(instead),
    then: later((call) => {
      const [resolve] = call.args;
      const outcome = call.data(call.receiver, asyncType)!;
      const result = call.host(resultType, outcome);
      return resolve && call.isFunction(resolve) ? call.invoke(resolve, [result]) : result;
    }),
  },
});

/** What a function of the program gives, or throws: `onError` makes the error of it. Work that waits for others may always fail. */
function attempted(call: Call, run: () => Value, onError: Value | undefined): Outcome {
  let ok: Value | null = null;
  const thrown: Value[] = [];
  const succeed = (): void => {
    ok = call.awaited(run());
  };
  if (call.catching) call.catching(succeed, (error) => thrown.push(error));
  else succeed();
  // What is made where an error is caught is taken back.
  const error = joined(call, thrown, 'what was thrown') ?? call.unknown('an error');
  return { ok, error: onError && call.isFunction(onError) ? apply(call, onError, [error]) : error };
}
const fromPromise: Transfer = (call) =>
  call.host(
    asyncType,
    attempted(call, () => argument(call, 0), call.args[1]),
  );
const fromSafePromise: Transfer = (call) => call.host(asyncType, well(call.awaited(argument(call, 0))));
const fromThrowable =
  (type: () => HostType<Outcome>): Transfer =>
  (call) =>
    call.fn('fromThrowable', (inner) =>
      inner.host(
        type(),
        attempted(inner, () => inner.invoke(argument(call, 0), inner.args), call.args[1]),
      ),
    );
const combined =
  (type: () => HostType<Outcome>): Transfer =>
  (call) => {
    const outcomes = (call.elements(argument(call, 0)) ?? []).map((each) => outcomeOf(call, each));
    const all = outcomes.map(({ ok }) => ok).filter((ok) => ok !== null);
    const list = call.isOpen(argument(call, 0)) && all[0] ? (call.uniformList?.(all[0], true) ?? call.list(all)) : call.list(all);
    return call.host(type(), { ok: all.length === outcomes.length ? list : null, error: together(call, outcomes).error });
  };
const made =
  (type: () => HostType<Outcome>, outcome: (value: Value) => Outcome): Transfer =>
  (call) =>
    call.host(type(), outcome(argument(call, 0)));

/** neverthrow: results that hold what they were made of, and the errors that steps on the way may give. */
export const neverthrowLibrary = defineLibrary({
  modules: {
    neverthrow: (realm) => {
      const own = {
        ok: made(() => resultType, well),
        err: made(() => resultType, failed),
        okAsync: made(() => asyncType, well),
        errAsync: made(() => asyncType, failed),
        fromPromise,
        fromSafePromise,
        fromThrowable: fromThrowable(() => resultType),
        fromAsyncThrowable: fromThrowable(() => asyncType),
        safeTry: (call: Call) => unmodelled(call, 'neverthrow', 'safeTry()'),
      };
      return openModule(realm, 'neverthrow', {
        ...functions(realm, { ...own, Ok: own.ok, Err: own.err }),
        Result: realm.record(functions(realm, { combine: combined(() => resultType), fromThrowable: own.fromThrowable })),
        ResultAsync: realm.fn('ResultAsync', (call) => call.host(asyncType, outcomeOf(call, argument(call, 0))), {
          ...functions(realm, { fromPromise, fromSafePromise, fromThrowable: own.fromAsyncThrowable, combine: combined(() => asyncType) }),
        }),
      });
    },
  },
});
