import { describe, expect, test } from '@jest/globals';
import { topLevelOf } from '../../compiler/frontend/resolution/top-level.js';

const of = (...lines: readonly string[]): Partial<ReturnType<typeof topLevelOf>> => topLevelOf(lines.join('\n'), false);

describe('what a source does with what it imports as soon as it is loaded', () => {
  test('in statements, for values, as decorators, and for the effects of others', () => {
    expect(
      of(
        "import type { Kept } from './kept';",
        "import './effects';",
        "import whole, { named as local, type Other } from './several';",
        "import * as all from './all';",
        "import { made } from './makers';",
        "const { required } = require('./required');",
        "export * from './passed';",
        'whole.add(1);',
        'export const reference = made({ a: 1 });',
        '@local()',
        'export class Station {}',
        'for (const each of [1]) {',
        '  required(each);',
        '}',
      ),
    ).toEqual({
      loads: ['./effects', './several', './all', './makers', './required', './passed'],
      effects: ['./effects'],
      calls: ['./several', './required'],
      makes: ['./makers', './several'],
      keeps: false,
    });
  });

  test('TypeScript loads nothing for names that are only types', () => {
    const lines = [
      "import { Kind } from './kinds';",
      "import { Value } from './values';",
      'const one: Kind | null = read<Kind>() as Kind;',
      'use(one, Value);',
    ];
    expect(topLevelOf(lines.join('\n'), true).loads).toEqual(['./values']);
    expect(topLevelOf(lines.join('\n'), false).loads).toEqual(['./kinds', './values']);
  });

  test.each([
    ['a function of its own', ["import { one } from './one';", 'function late() {', '  one();', '}', 'late();']],
    ['a callback that it registers on something of its own', ["import { one } from './one';", 'own.get("/", () => {', '  one();', '});']],
    ['a function that is a value', ["import { one } from './one';", 'export const late = () => one();']],
    ['a comparison', ["import { one } from './one';", 'one == 2;']],
  ])('nothing, where others are called in %s', (_name, lines) => {
    expect(of(...lines)).toMatchObject({ calls: [], makes: [] });
  });

  test.each([
    ['a list that a function fills', true, ['const all = [];', 'export const add = (each) => all.push(each);']],
    ['a map', true, ['export const all = new Map<string, number>();', 'export function put(name) {', '  all.set(name, 1);', '}']],
    ['a record', true, ['const all = {};', 'exports.put = (name, value) => { all[name] = value; };']],
    ['a static member', true, ['export class Registry {', '  private static readonly all: string[] = [];', '}']],
    ['a list that stays empty', false, ['export const none = [];']],
  ])('keeps %s: %s', (_name, keeps, lines) => {
    expect(of(...lines)).toMatchObject({ keeps });
  });

  // Each takes hours where the square of its length is looked through; the time limit of the test is the watchdog.
  const LENGTH = 290_000;
  test.each([
    ['one name', `const x = ${'a'.repeat(LENGTH)}`],
    ['a text in a list', `["${'a'.repeat(LENGTH)}"]`],
    ['brackets', `if (x) ${'a['.repeat(LENGTH / 2)}`],
    ['imports of spaces', `import ${' '.repeat(4_900)}\n`.repeat(58)],
    ['empty lists', Array.from({ length: 20_000 }, (_, index) => `const a${index} = []`).join('\n')],
    ['members', `for (;;) ${'a.'.repeat(LENGTH / 2)}`],
    ['calls', `if (x) ${'f('.repeat(LENGTH / 2)}`],
    ['members behind spaces', `a${' .b'.repeat(LENGTH / 3)}`],
  ])('%s are looked through once', (_name, text) => {
    expect(topLevelOf(text, true)).toMatchObject({ loads: [], calls: [] });
  });
});
