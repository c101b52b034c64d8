import { runInNewContext } from 'node:vm';
import { describe, expect, test } from '@jest/globals';
import { longestText } from '@tool/ir';

/** A text on which a pattern fails as late as it can. */
const worst = (alphabet: string, length: number): string =>
  alphabet.repeat(Math.ceil(length / alphabet.length)).slice(0, length) + '\u0000';

describe('on how long a text a pattern may be tried', () => {
  test.each([
    '^(a+)+$',
    '^(a|a)*$',
    '^(a|aa)+$',
    '^((a*)*)*$',
    '^(a|a|a|a|a|a)*$',
    'a*a*a*a*a*a*a*b',
    '(.*)(.*)(.*)(.*)(.*)x',
    '^(a?){30}a{30}$',
    '^(?:a?a?a?a?a?a?a?a?a?a?a?a?){9}$',
    '(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)b',
    '^(?<word>a+)+\\k<word>$',
    '(a+)\\1+b',
    '^(([a-z])+.)+[A-Z]([a-z])+$',
    '^(?=(a+)+b)a',
    '^((?!a*a*a*b)a)*c$',
    '^(?:(?=a|b)(?:a|a))*c$',
    '[a(]+[)a]+a+b',
    '(\\d+:)+\\d+:(\\d+:)+x',
  ])('%s ends, as far as it may go', (source) => {
    const length = longestText(source);
    expect(length).toBeLessThan(2_000);
    // A watchdog: what is excluded takes hours, and would keep the test from ending.
    expect(runInNewContext('new RegExp(source).test(text)', { source, text: worst('a', length) }, { timeout: 60_000 })).toBe(
      new RegExp(source).test(worst('a', Math.min(length, 12))),
    );
  });

  test.each([
    '^\\/api\\/(.*)$',
    '\\.(?:js|ts)$',
    '^(.*)\\/routes\\/(.*)\\.(js|ts)$',
    '^(?!.*\\.(?:spec|test)\\.).*\\.js$',
    '[A-Z]',
    '\\/((?!pics|icon).)*',
    '\\/+',
    '^\\/?(.*?)\\/+$',
    '\\((.*?):\\d+:\\d+\\)$',
    '^[a-z0-9]+(-[a-z0-9]+)*$'.replace('(-[a-z0-9]+)*', ''),
  ])('%s, as people write it, may be tried on any path', (source) => {
    expect(longestText(source)).toBeGreaterThanOrEqual(255);
  });
});
