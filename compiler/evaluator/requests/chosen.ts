import type { RequestCondition } from '@tool/ir';
import type { Value } from '@tool/scanner-sdk';
import type { BranchInfo } from '../context.js';
import { BOOLEAN, shaped } from './observation.js';
import {
  all,
  any,
  asksOf,
  choicesOf,
  isStepArgument,
  not,
  noteChoices,
  presenceAsked,
  stepped,
  testOf,
  withAsks,
} from './request-tests.js';
import { UNDEFINED, oneOf, plain, sameValue, unknown } from '../values/values.js';

/** Entries of a table that are told apart, and those of which each is a value of its own. */
const MAX_ENTRIES = 64;
const MAX_VALUES = 8;

/**
 * What is read from a table by a text of the request: `PUBLIC[req.method]`. Of each value it is known which requests get it; of a larger table of constants, what
 * the text has to be for which.
 * @returns null where the key is no text of the request
 */
export function chosenFrom(key: Value, entries: readonly (readonly [string, Value])[], why: string): Value | null {
  const test = testOf(key);
  if (!test || entries.length === 0 || entries.length > MAX_ENTRIES) return null;
  if (entries.length > MAX_VALUES) {
    const constants = entries.flatMap(([name, value]) => {
      const { kind, value: stated } = plain(value) as { kind: string; value?: unknown };
      return kind === 'const' && isStepArgument(stated) ? [name, stated] : [];
    });
    return constants.length === 2 * entries.length ? withAsks(unknown(why), stepped(test, ['of', ...constants])) : null;
  }
  const value = oneOf([...entries.map(([, each]) => each), UNDEFINED], why);
  const choices = entries.map(([name, each]) => ({ when: stepped(test, ['===', name]), value: each }));
  noteChoices(value, [...choices, { when: not(any(choices.map(({ when }) => when))), value: UNDEFINED }]);
  return value;
}

/**
 * Some of the alternatives of a value, or all but some and one for these: who gets them is known as before.
 * @param operator of one that stands in for what the path of a route has no parameter for as well: `params.a || params.b || params.c`
 */
export function stillChosen(rest: Value, value: Value, otherwise?: Value, operator?: '||' | '??'): Value {
  const choices = choicesOf(value);
  if (!choices || rest.kind !== 'oneOf') return rest;
  const stays = (choice: Value): boolean => rest.values.some((each) => sameValue(each, choice));
  noteChoices(
    rest,
    choices.flatMap((choice) => {
      if (!otherwise) return stays(choice.value) ? [choice] : [];
      const instead = { ...choice, value: otherwise };
      if (!stays(choice.value)) return [instead];
      const there = operator ? presenceAsked(choice.value, operator) : null;
      return there === null
        ? [choice]
        : [
            { ...choice, when: all([choice.when, there]) },
            { ...instead, when: all([choice.when, not(there)]) },
          ];
    }),
  );
  return rest;
}

/** The truth of what an operator makes of each alternative. @param made the result for one of them */
export function askedOfChosen(result: Value, value: Value, made: (alternative: Value) => Value): Value {
  const choices = choicesOf(value);
  if (!choices) return result;
  const asks = any(choices.map((choice) => all([choice.when, asksOf(made(choice.value))])));
  return asks === null || typeof asks === 'boolean' ? result : withAsks(shaped(BOOLEAN, 'a choice'), asks);
}

/** Takes note of which requests an arm runs for, of arms that there is one of for each alternative. */
export function noteChosen(info: BranchInfo, value: Value, alternatives: readonly Value[]): void {
  const choices = choicesOf(value);
  if (!choices) return;
  const asks = alternatives.map((alternative) =>
    choices.flatMap((choice): RequestCondition[] => (sameValue(choice.value, alternative) ? [choice.when] : [])),
  );
  if (asks.every((each) => each.length > 0)) info.asks = asks.map(any);
}
