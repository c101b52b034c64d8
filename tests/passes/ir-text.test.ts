import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { parseEndpointSet, parseIr, parseProgram, printEndpointSet, printProgram, TextSyntaxError } from '@tool/ir';
import { endpointSet, program } from '../support/ir-arbitraries.js';

describe('text form', () => {
  test('a program survives printing and parsing', () => {
    fc.assert(
      fc.property(program, (value) => {
        const text = printProgram(value);
        const parsed = parseProgram(text);
        expect(parsed).toStrictEqual(value);
        expect(printProgram(parsed)).toBe(text);
      }),
      { numRuns: 1000 },
    );
  });

  test('an endpoint set survives printing and parsing', () => {
    fc.assert(
      fc.property(endpointSet, (value) => {
        const text = printEndpointSet(value);
        const parsed = parseEndpointSet(text);
        expect(parsed).toStrictEqual(value);
        expect(parseIr(text)).toStrictEqual(value);
        expect(printEndpointSet(parsed)).toBe(text);
      }),
      { numRuns: 400 },
    );
  });

  test('no line holds a control character, whatever the names are', () => {
    fc.assert(
      fc.property(endpointSet, (value) => {
        expect(printEndpointSet(value)).not.toMatch(/[\p{Cf}\p{Zl}\p{Zp}]|[^\P{Cc}\n]/u);
      }),
      { numRuns: 300 },
    );
  });
});

describe('the form a reader sees', () => {
  const text = [
    'program',
    'roots r0',
    '',
    'router r0 express "heron" path-to-regexp@8 case-sensitive @src/heron.ts:3:15 {',
    '  i0 use "/" m0 @src/heron.ts:4:7 ;; cors',
    '  i1 mount "/posts" = /posts -> r1 inherit @src/heron.ts:5:7 ;; egret',
    '  i2 branch "process.env.DEBUG" configuration @src/heron.ts:6:1 {',
    '    arm {',
    '      i3 use "/" m1 phase "error" @src/heron.ts:6:10',
    '    }',
    '  }',
    '}',
    '',
    'router r1 express "egret" path-to-regexp@8 @src/egret.ts:1:15 {',
    '  i4 route GET "/:id" [m0 m1?] -> h0 @src/egret.ts:9:7 ;; cors - show',
    '    via @src/egret.ts:2:3',
    '  i5 opaque mount d0 path "/v" + hole d0 "read from a file" @src/egret.ts:11:7',
    '}',
    '',
    'handler h0 "show" @src/egret.ts:20:1',
    '',
    'middleware m0 "cors" type cors origin "cors" "default()" @src/heron.ts:4:11',
    '  arguments [{"origin":"*"}]',
    'middleware m1 "" @src/heron.ts:6:14',
    '  facts continues maybe parameters 4 headers ["authorization"] statuses [401]',
    '',
    'diagnostic d0 warning express/dynamic-mount-path loss dropped @src/egret.ts:11:7',
    '  message "…"',
    '  help "…"',
    '',
  ].join('\n');

  test('is what a hand-written dump looks like', () => {
    expect(printProgram(parseProgram(text))).toBe(text);
  });

  test('nodes are reported with their lines', () => {
    const lines = new Map<object, number>();
    const parsed = parseProgram(text, (node, line) => lines.set(node, line));
    expect(lines.get(parsed.routers[1]!)).toBe(14);
    expect(lines.get(parsed.routers[1]!.items[0]!)).toBe(15);
    expect(lines.get(parsed.middlewares[1]!)).toBe(24);
  });
});

describe('what is not a dump', () => {
  test.each([
    ['nothing', '', 1],
    ['an unknown keyword', 'program\n\nrooter r0', 3],
    ['an unknown item', 'program\nrouter r0 express "x" hono @a:1:1 {\n  i0 uses "/" m0 @a:1:1\n}', 3],
    ['a missing brace', 'program\nrouter r0 express "x" hono @a:1:1 {\n', 3],
    ['something behind a node', 'program\nhandler h0 "x" @a:1:1 twice', 2],
    ['a broken string', 'program\nhandler h0 "x @a:1:1', 2],
    ['a broken place', 'program\nhandler h0 "x" @a:1', 2],
  ])('%s is an error with its line', (_name, text, line) => {
    let error: unknown;
    try {
      parseProgram(text);
    } catch (caught) {
      error = caught;
    }
    expect(error).toBeInstanceOf(TextSyntaxError);
    expect((error as TextSyntaxError).line).toBe(line);
  });
});
