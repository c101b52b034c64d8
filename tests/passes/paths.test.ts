import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import findMyWay from 'find-my-way';
import { createRequire } from 'node:module';
import { pathToRegexp as pathToRegexp6 } from 'path-to-regexp-6';
import { pathToRegexp as pathToRegexp8 } from 'path-to-regexp-8';
import { normalizePaths } from '../../compiler/passes/normalize-paths.js';
import { printSegments, type Path, type PathSyntax, type Program, type Segment } from '@tool/ir';
import { deepFreeze } from '../support/deep-freeze.js';

/** Version 0.1 has no types. */
const pathToRegexp0 = createRequire(import.meta.url)('path-to-regexp-0') as (
  path: string,
  keys: unknown[],
  options: { strict: boolean },
) => RegExp;

/** The forms of a path match exactly the URLs that the real library matches, for generated paths and URLs. */

const formsOf = (syntax: PathSyntax, text: string): NonNullable<Path['forms']> => {
  const place = { file: 'gate.js', line: 1, column: 1 };
  const program = {
    kind: 'program',
    roots: ['r0'],
    handlers: [],
    diagnostics: [],
    middlewares: [{ id: 'm0', name: 'first', place }],
    routers: [
      {
        id: 'r0',
        framework: 'express',
        name: 'gate',
        place,
        syntax,
        caseSensitive: false,
        strict: false,
        items: [{ kind: 'use', id: 'i0', path: { syntax, raw: [{ kind: 'text', text }] }, middleware: 'm0', place }],
      },
    ],
  } as unknown as Program;
  const item = normalizePaths.run(deepFreeze(program)).routers[0]!.items[0]!;
  if (item.kind !== 'use') throw new Error('the pass changed the kind of an item');
  return item.path.forms!;
};

/** What a form means: one URL segment for each segment, a wildcard takes the rest. Empty matches of `*` differ by library. */
function matcher(forms: readonly (readonly Segment[])[], emptyWildcard: boolean): (url: string) => boolean {
  const piece = (segment: Segment): string => {
    switch (segment.kind) {
      case 'lit':
        return segment.text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&');
      case 'param':
        return segment.pattern === undefined ? '[^/]+' : `(?:${segment.pattern})`;
      case 'wild':
        return emptyWildcard && segment.name === undefined ? '.*' : '.+';
      case 'mixed':
        return segment.pieces.map(piece).join('');
      default:
        throw new Error(`unexpected ${segment.kind}`);
    }
  };
  const patterns = forms.map(
    (form) => new RegExp(form.length === 0 ? '^/$' : `^${form.map((segment) => `/${piece(segment)}`).join('')}$`, 'i'),
  );
  return (url) => patterns.some((pattern) => pattern.test(url));
}

const word = fc.constantFrom('users', 'a', 'Files', 'v1', 'x-y', 'report');
/** URLs that are near the paths: the same words, numbers, one separator in a segment, no trailing slash. */
const url = fc
  .array(fc.oneof(word, fc.constantFrom('7', '42', '1-2', 'b.json', 'abc', 'ab', 'user', 'usersx', '12.json', 'colour', 'color')), {
    maxLength: 4,
  })
  .map((parts) => `/${parts.join('/')}`);
const unique = (parts: readonly string[]): string => {
  let count = 0;
  return parts
    .join('')
    .replace(/:p(?!\w)/g, () => `:p${count++}`)
    .replace(/\*p(?!\w)/g, () => `*p${count++}`);
};

function agrees(
  syntax: PathSyntax,
  paths: fc.Arbitrary<string>,
  emptyWildcard: boolean,
  real: (path: string) => (url: string) => boolean,
): void {
  fc.assert(
    fc.property(paths, fc.array(url, { minLength: 8, maxLength: 16 }), (path, urls) => {
      const ours = matcher(formsOf(syntax, path), emptyWildcard);
      const theirs = real(path);
      for (const each of urls)
        if (ours(each) !== theirs(each))
          throw new Error(`${path} and ${each}: the library says ${theirs(each)}; forms ${JSON.stringify(formsOf(syntax, path))}`);
    }),
    { numRuns: 1500, seed: 20_261_120 },
  );
}

describe('forms match what the library matches', () => {
  test('path-to-regexp@0, Express 4', () => {
    const segment = fc.oneof(
      word.map((text) => `/${text}`),
      fc.constantFrom(
        '/:p',
        '/:p?',
        '/:p(\\d+)',
        '/:p(\\d+)?',
        '/:p(abc|ab)',
        '/:p-:p',
        '/:p.:p?',
        '/(users|a)',
        '/user(s)?',
        '/colou?r',
        '(/a)?',
        '/:p.json',
        '//a',
        '/b.json',
      ),
    );
    const path = fc
      .tuple(fc.array(segment, { maxLength: 4 }), fc.constantFrom('', '', '/*', '/:p*', '/:p(.*)', '/x:p(*)y'))
      .map(([parts, end]) => unique([...parts, end]));
    agrees(
      'path-to-regexp@0',
      path.filter((text) => !text.includes('//')),
      true,
      (text) => {
        const pattern = pathToRegexp0(text, [], { strict: false });
        return (each) => pattern.test(each);
      },
    );
  });

  test('path-to-regexp@6, Koa', () => {
    const segment = fc.oneof(
      word.map((text) => `/${text}`),
      fc.constantFrom('/:p', '/:p?', '/:p(\\d+)', '/:p(\\d+)?', '/:p(abc|ab)', '/(users|a)', '{/a}?', '/:p.json', '/report{-:p}?'),
    );
    const path = fc
      .tuple(fc.array(segment, { minLength: 1, maxLength: 4 }), fc.constantFrom('', '', '/(.*)', '/:p*', '/:p+'))
      .map(([parts, end]) => unique([...parts, end]));
    agrees('path-to-regexp@6', path, true, (text) => {
      const pattern = pathToRegexp6(text, [], { strict: true });
      return (each) => pattern.test(each) || (each === '/' && pattern.test(''));
    });
  });

  test('path-to-regexp@8, Express 5', () => {
    const segment = fc.oneof(
      word.map((text) => `/${text}`),
      fc.constantFrom('/:p', '{/:p}', '/:p-:p', '/:p{.:p}', '/user{s}', '{/a{/v1}}', '/:p.json', '/b\\.json'),
    );
    const path = fc
      .tuple(fc.array(segment, { minLength: 1, maxLength: 4 }), fc.constantFrom('', '', '/*p', '{/*p}'))
      .map(([parts, end]) => unique([...parts, end]));
    agrees('path-to-regexp@8', path, false, (text) => {
      const { regexp } = pathToRegexp8(text, { trailing: false });
      return (each) => regexp.test(each) || (each === '/' && regexp.test(''));
    });
  });

  test('find-my-way, Fastify', () => {
    const segment = fc.oneof(
      word.map((text) => `/${text}`),
      fc.constantFrom('/:p', '/:p(^\\d+$)', '/:p-:p', '/:p.json', '/x::y', '/:p(^\\d+$).json'),
    );
    const path = fc
      .tuple(fc.array(segment, { minLength: 1, maxLength: 4 }), fc.constantFrom('', '', '/*', '/:p?'))
      .map(([parts, end]) => unique([...parts, end]));
    agrees('find-my-way', path, true, (text) => {
      const router = findMyWay({ caseSensitive: false });
      router.on('GET', text, () => undefined);
      // A parameter takes an empty segment there; forms do not speak of empty segments.
      return (each) => (each === '/' && text.startsWith('/:') ? false : router.find('GET', each) !== null);
    });
  });
});

describe('forms', () => {
  test('of optional parameters in a row are those that requests find, with the names that they find', () => {
    const names = (syntax: PathSyntax, text: string): string[] => formsOf(syntax, text).map((form) => printSegments(form));
    const five = ['/of/:kind/:id/:slug', '/of/:kind/:id', '/of/:kind'];
    expect(names('path-to-regexp@0', '/of/:kind/:id?/:slug?')).toEqual(five);
    expect(names('path-to-regexp@8', '/of/:kind{/:id}{/:slug}')).toEqual(five);
    // A pattern lets the second one take what is not a year.
    expect(names('path-to-regexp@0', '/:year(\\d{4})?/:slug?')).toEqual(['/:year/:slug', '/:year', '/:slug', '/']);
  });

  test('are distinct and the longest comes first', () => {
    const segment = fc.constantFrom('/a', '/:p?', '(/b)?', '/c?d', '/:p(\\d+)?');
    fc.assert(
      fc.property(fc.array(segment, { maxLength: 5 }).map(unique), (text) => {
        const forms = formsOf('path-to-regexp@0', text);
        expect(forms.length).toBeGreaterThan(0);
        expect(new Set(forms.map((form) => JSON.stringify(form))).size).toBe(forms.length);
        forms.slice(1).forEach((form, index) => expect(form.length).toBeLessThanOrEqual(forms[index]!.length));
      }),
    );
  });

  test.each(['path-to-regexp@0', 'path-to-regexp@6', 'path-to-regexp@8', 'find-my-way', 'hono'] as const)(
    'of %s exist for any text',
    (syntax) => {
      fc.assert(
        fc.property(fc.string({ unit: fc.constantFrom(...'/:*(){}?+[]\\|.^$"ab1-'), maxLength: 14 }), (text) => {
          expect(formsOf(syntax, text).length).toBeGreaterThan(0);
        }),
        { numRuns: 2000 },
      );
    },
  );
});
