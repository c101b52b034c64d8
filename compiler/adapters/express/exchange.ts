import type { Call, Observation, Value } from '@tool/scanner-sdk';

/** What one run knows of the request and the answer it serves. */
export interface Exchange {
  readonly seen: Observation;
  over?: boolean;
  /** What was asked of the request that does not stand on it. */
  readonly asked: Set<string>;
  /** What the function was given to hand the request on with. */
  next?: Value;
  /** The last call that has answered. */
  answer?: Call;
}

export const STRING = { kind: 'string' } as const;

/** The runs that go on, the innermost last. Runs are nested, never interleaved. */
export const running: { readonly seen: Observation; readonly response: Value }[] = [];

/** A function that a middleware left (`response.respond = …`) still holds that middleware's answer: in the run that calls it, it is this run's. */
export const observationOf = (data: Exchange | null): Observation | null =>
  data?.over ? (running.at(-1)?.seen ?? data.seen) : (data?.seen ?? null);
export const answerOf = (data: Exchange | null, call: Call): Value =>
  data?.over ? (running.at(-1)?.response ?? call.receiver) : call.receiver;
