import { describe, expect, test } from '@jest/globals';
import { sameShape, unionOf, type Place, type Shape } from '@tool/ir';

const text: Shape = { kind: 'string' };
const record = (...properties: readonly (readonly [string, Shape])[]): Shape => ({
  kind: 'object',
  properties: properties.map(([name, shape]) => ({ name, shape })),
});
const place = { file: 'a.ts', line: 1, column: 1 } as unknown as Place;

describe('two shapes say the same', () => {
  test.each<[string, Shape, Shape, boolean]>([
    [
      'wherever their members were written',
      { kind: 'object', properties: [{ name: 'id', shape: text, place, source: 'type' }] },
      record(['id', text]),
      true,
    ],
    [
      'whatever order their facts have',
      { kind: 'string', format: 'email', minLength: 2 },
      { kind: 'string', minLength: 2, format: 'email' },
      true,
    ],
    ['where one leaves out what the other has no value for', { kind: 'string', format: undefined } as unknown as Shape, text, true],
    ['not with other names', record(['id', text], ['name', text]), record(['id', text], ['title', text]), false],
    ['not with further members', record(['id', text]), record(['id', text], ['name', text]), false],
    ['not where a fact is missing in the first', text, { kind: 'string', format: 'email' }, false],
    ['not where a fact is missing in the second', { kind: 'string', format: 'email' }, text, false],
    ['not with members where the other says nothing of any', { kind: 'object', properties: [] }, { kind: 'object' }, false],
    [
      'not where members within differ',
      record(['id', text], ['in', record(['at', { kind: 'number' }])]),
      record(['id', text], ['in', record(['at', text])]),
      false,
    ],
  ])('%s', (_, a, b, same) => {
    expect(sameShape(a, b)).toBe(same);
    expect(sameShape(b, a)).toBe(same);
  });

  test('so that a union has one of them', () => {
    expect(
      unionOf([record(['id', text]), { kind: 'object', properties: [{ name: 'id', shape: text, place }] }, record(['at', text])])
        .alternatives,
    ).toHaveLength(2);
  });
});
