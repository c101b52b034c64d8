import { expect, test } from '@jest/globals';
import type { Tested, Value } from '@tool/scanner-sdk';
import { constant, unknown } from '../../compiler/evaluator/index.js';
import { saidByWays } from '../../compiler/evaluator/requests/ways.js';

/** `record.state === text`, of a record that came from nowhere. */
const asked = (text: string): Tested => ({ when: false, trace: { part: 'context', path: [] }, shape: { kind: 'string', enum: [text] } });
const held = (tested: readonly Tested[]): Value => ({ ...unknown('a test'), tested });

test.each([
  ['rounds of a loop that ask the same', Array.from({ length: 40 }, () => asked('closed')), ['closed']],
  ['the first of each', [asked('closed'), asked('open'), asked('closed'), asked('open')], ['closed', 'open']],
  ['different ones, all', [asked('closed'), asked('open'), asked('ajar')], ['closed', 'open', 'ajar']],
])('%s are said once', (_, tested, said) => {
  const merged = saidByWays(unknown('a flag'), [
    { value: constant(false), never: [] },
    { value: held(tested), never: [] },
  ]);
  expect(merged.kind === 'unknown' && merged.tested?.map(({ shape }) => shape.enum?.[0])).toEqual(said);
});
