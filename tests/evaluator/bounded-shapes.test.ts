import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Shape } from '@tool/ir';
import { bounded } from '../../compiler/passes/contracts/bounded.js';

const members = (shape: Shape): number =>
  (shape.properties ?? []).reduce((sum, property) => sum + 1 + members(property.shape), 0) +
  (shape.items ? members(shape.items) : 0) +
  (shape.alternatives ?? []).reduce((sum, each) => sum + members(each), 0);

/** Objects within objects, each with so many members. */
const tower = (levels: readonly number[]): Shape =>
  levels.length === 0
    ? { kind: 'string' }
    : {
        kind: 'object',
        properties: Array.from({ length: levels[0]! }, (_, index) => ({
          name: `m${index}`,
          shape: tower(levels.slice(1)),
          required: true,
        })),
      };

describe('bodies of a model', () => {
  test('one with few members stays as it is', () => {
    const shape = tower([10, 20]);
    expect(bounded(shape)).toBe(shape);
  });
  test('of a larger one whole levels stay, the outermost first', () => {
    const cut = bounded(tower([10, 10, 10]));
    expect(members(cut)).toBe(110);
    expect(cut.properties![0]!.shape.properties![0]!.shape).toEqual({ kind: 'object', open: true });
  });
  test('the first level always does', () => {
    expect(members(bounded(tower([900, 2])))).toBe(900);
  });
  test('lists and alternatives hide nothing', () => {
    const item = tower([30, 30]);
    expect(
      members(
        bounded({
          kind: 'object',
          properties: [{ name: 'list', shape: { kind: 'array', items: { kind: 'union', alternatives: [item, { kind: 'null' }] } } }],
        }),
      ),
    ).toBe(31);
  });
  test('never more than 250, save for one level', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 4 }), (levels) => {
        const cut = bounded(tower(levels));
        expect(cut.properties).toHaveLength(levels[0]!);
        expect(members(cut)).toBeLessThanOrEqual(250);
      }),
      { numRuns: 60 },
    );
  });
});
