import type { Call, Transfer, Value } from '@tool/scanner-sdk';
import { observedBy } from './observe.js';
import { member, type Demand } from './openapi-document.js';

/** What checks the requests of a described operation, as functions in front of its handler. */

/** Marks functions that answer nobody. */
export const HANDS_ON = Symbol('it hands on');
const handingOn = (call: Call, fn: Value): Value => {
  call.set(fn, HANDS_ON, call.const(true));
  return fn;
};

/** A function that hands on what looks as it should, or one of the errors. */
export const checking = (call: Call, name: string, { parts, types }: Demand, errors: (call: Call) => readonly Value[]): Value => {
  const check: Transfer = (inner) => {
    const [request, , next] = inner.args;
    if (!request || !next) return;
    for (const error of errors(inner)) inner.mayThrow?.(error);
    if (types.length > 0 && !types.some((type) => /json|\*/.test(type))) observedBy(inner, request)?.encoding(types[0]!);
    for (const [key, shape] of parts) {
      const checked = inner.refine?.(inner.get(request, key), shape, 'schema');
      if (checked && key !== 'headers') inner.set(request, key, checked);
    }
    inner.invoke(next, []);
  };
  return handingOn(call, call.fn(name, check));
};

/** A scheme that a way to be let in names: what it asks for before it asks the judge, which is null where nobody is asked. */
export interface Scheme {
  readonly definition: Value;
  readonly scopes: Value;
  readonly judge: Value | null;
}
export interface Judging {
  /** It is let in who satisfies all schemes of one of these. */
  readonly ways: readonly (readonly Scheme[])[];
  /** The package itself looks whether there is a credential. */
  readonly looks: boolean;
  /** What a judge has thrown leads on to the next way; without it, to the error. */
  readonly catches: boolean;
  /** The error of who is not let in. */
  readonly refusal: (call: Call, thrown: Value | null) => Value;
}

const WHERE: Readonly<Record<string, string>> = { header: 'headers', query: 'query', cookie: 'cookies' };

/** Whether the credential of a scheme is there. */
function ifShown(call: Call, request: Value, definition: Value, run: (isThere: boolean) => void): void {
  const text = (key: string): string => call.text(member(call, definition, key) ?? call.const('')) ?? '';
  const either = (condition: Value, then: (holds: boolean) => void): void => (call.either ? call.either(condition, then) : then(true));
  const [type, scheme] = [text('type').toLowerCase(), text('scheme').toLowerCase()];
  if (type === 'apikey' && Object.hasOwn(WHERE, text('in'))) {
    const name = text('in') === 'header' ? text('name').toLowerCase() : text('name');
    either(call.get(call.get(request, WHERE[text('in')]!), name), run);
  } else if (type === 'http' && (scheme === 'bearer' || scheme === 'basic')) {
    const header = call.get(call.get(request, 'headers'), 'authorization');
    const on = (value: Value, name: string, ...args: readonly Value[]): Value => call.invoke(call.get(value, name), args, value);
    either(header, (isThere) => {
      if (isThere) either(on(on(header, 'toLowerCase'), 'includes', call.const(scheme)), run);
      else run(false);
    });
  } else run(true);
}

/** A function that asks the judges of one way after the other. It stands where the first of them does. */
export function judging(call: Call, name: string | null, { ways, looks, catches, refusal }: Judging): Value {
  const ask: Transfer = (inner) => {
    const [request, , next] = inner.args;
    if (!request || !next) return;
    const fail = (error: Value): void => void inner.invoke(next, [error]);
    const tryWay = (index: number, thrown: Value | null): void => {
      const way = ways[index];
      if (!way) return fail(refusal(inner, thrown));
      const trySchemes = (at: number): void => {
        const scheme = way[at];
        if (!scheme) return void inner.invoke(next, []);
        const { judge, definition, scopes } = scheme;
        const goOn = (holds: boolean): void => (holds ? trySchemes(at + 1) : tryWay(index + 1, thrown));
        const decide = (isShown: boolean): void => {
          if (!isShown || !judge) return goOn(isShown);
          const run = (): void => {
            const verdict = inner.awaited(inner.invoke(judge, [request, scopes, definition]));
            if (inner.either) inner.either(verdict, goOn);
            else goOn(true);
          };
          if (inner.catching) inner.catching(run, (error) => (catches ? tryWay(index + 1, thrown ?? error) : fail(error)));
          else run();
        };
        if (looks) ifShown(inner, request, definition, decide);
        else decide(true);
      };
      trySchemes(0);
    };
    tryWay(0, null);
  };
  const [first, ...also] = ways.flat().flatMap(({ judge }) => (judge && call.isFunction(judge) ? [judge] : []));
  const named = name === null ? {} : { name };
  const fn = first && call.inPlaceOf?.(first, ask, { ...named, statuses: [401], also });
  return handingOn(call, fn ?? call.fn(name ?? 'securityHandler', ask));
}
