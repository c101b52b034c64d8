import { describe, expect, test } from '@jest/globals';
import { caselessPattern, patternSource } from '@tool/scanner-sdk';
import fc from 'fast-check';

const PATTERNS = [
  '^[a-z0-9]+$',
  '^(?:red|green)-\\d{2,}$',
  '[^a-f_]',
  '[G-k.]x',
  '^\\w+\\.(?<ending>png|jpe?g)$',
  'a(?=b)c?',
  '[\\]a\\-z]',
  '^[.-_]+$',
  '\\[k]',
  '(?<!no)yes',
  'q{1,2}',
  '[%+-]z',
];

describe('patterns without regard to case', () => {
  test.each(PATTERNS)('%s says without a flag what it says with it', (source) => {
    const plain = new RegExp(caselessPattern(source)!),
      flagged = new RegExp(source, 'i');
    const letters = fc.string({ unit: fc.constantFrom(...'abcfgknopsxyzABFGKNOPQSXYZ0129._-[]%+`^ '), maxLength: 8 });
    const near = fc
      .constantFrom('RED-12', 'gReEn-999', 'a.PNG', 'x.Jpg', 'aBC', 'NoYES', 'YES', 'Gx', '[K]', 'ZZ', 'zz')
      .chain((text) => letters.map((more) => (more.length > 4 ? text : text + more)));
    fc.assert(
      fc.property(fc.oneof(letters, near), (text) => plain.test(text) === flagged.test(text)),
      { numRuns: 2000 },
    );
  });
  test('the smallest form that says it', () => {
    expect(caselessPattern('^[a-z]+-\\d+x$')).toBe('^[a-zA-Z]+-\\d+[xX]$');
    expect(caselessPattern('[A-Za-z_]')).toBe('[A-Za-z_]');
  });
  test.each(['(a)\\1', 'ä', '\\x41', '\\u0041', '(?<n>a)\\k<n>', '\\p{Lu}'])('%s is left alone', (source) => {
    expect(caselessPattern(source)).toBeUndefined();
  });
  test('flags', () => {
    expect(patternSource({ source: 'ab', flags: 'g' })).toBe('ab');
    expect(patternSource({ source: 'ab', flags: 'gi' })).toBe('[aA][bB]');
    expect(patternSource({ source: '^ab', flags: 'm' })).toBeUndefined();
    expect(patternSource({ source: 'ab', flags: 'm' })).toBe('ab');
    expect(patternSource({ source: 'ab', flags: 'iu' })).toBeUndefined();
  });
});
