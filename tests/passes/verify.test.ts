import { describe, expect, test } from '@jest/globals';
import {
  LOWERED,
  parseEndpointSet,
  parseProgram,
  printViolation,
  verifyEndpointSet,
  verifyProgram,
  type EndpointSet,
  type Program,
} from '@tool/ir';
import fc from 'fast-check';
import { goldenFolder, read } from '../golden/project.js';
import { endpointSet, program } from '../support/ir-arbitraries.js';

/** What text cannot say: values that are no JSON, and what changes between two IRs. The rest is in `golden/verify`. */
const sound = (): Program => parseProgram(read(goldenFolder, 'verify', 'sound-program.ir'));
const soundSet = (): EndpointSet => parseEndpointSet(read(goldenFolder, 'verify', 'sound-endpoints.ir'));
const rules = (ir: Program, before?: Program): string[] =>
  verifyProgram(ir, { established: [...LOWERED, 'T4', 'T5'], ...(before ? { before } : {}) }).map((violation) => violation.rule);

describe('T7: the IR is JSON', () => {
  const withArguments = (value: unknown): Program => {
    const { middlewares, ...rest } = sound();
    return { ...rest, middlewares: middlewares.map((middleware) => ({ ...middleware, arguments: [value] as never })) };
  };
  const ring: unknown[] = [];
  ring.push(ring);

  test.each([
    ['a date', new Date(0)],
    ['a map', new Map()],
    ['a function', () => 1],
    [
      'an instance of a class',
      new (class Syntax {
        kind = 1;
      })(),
    ],
    ['undefined in an object', { a: undefined }],
    ['undefined in a list', [undefined]],
    ['not-a-number', Number.NaN],
    ['infinity', Number.POSITIVE_INFINITY],
    ['negative zero', -0],
    ['a bigint', 1n],
    ['a symbol', Symbol('a')],
    ['itself', ring],
  ])('%s is refused, once', (_name, value) => {
    expect(rules(withArguments(value))).toEqual(['T7']);
  });

  test.each([
    ['null', null],
    ['nested lists', [[1, 'a', [true]]]],
    ['the same object twice', [ring.slice(1), ring.slice(1)]],
  ])('%s is JSON', (_name, value) => {
    expect(rules(withArguments(value))).toEqual([]);
  });
});

describe('what a pass must not do', () => {
  test('nothing is wrong with the same program', () => {
    expect(rules(sound(), sound())).toEqual([]);
  });

  test('T3: move an item within a router', () => {
    const before = sound();
    const [first, ...rest] = before.routers;
    const items = [...first!.items].reverse();
    expect(new Set(rules({ ...before, routers: [{ ...first!, items }, ...rest] }, before))).toEqual(new Set(['T3']));
  });

  test('T3: move an item to another router', () => {
    const before = sound();
    const [first, second] = before.routers;
    const routers = [
      { ...first!, items: first!.items.slice(1) },
      { ...second!, items: [first!.items[0]!, ...second!.items] },
    ];
    expect(rules({ ...before, routers }, before)).toEqual(['T3']);
  });

  test('T4: add or remove a root', () => {
    const before = sound();
    expect(rules({ ...before, roots: [] }, before)).toEqual(['T4']);
    expect(rules({ ...before, roots: [...before.roots, before.routers[1]!.id] }, before)).toEqual(['T4']);
  });

  test('T6: forget a report', () => {
    const set = soundSet();
    const before = sound();
    expect(
      verifyEndpointSet(set, { established: ['T1'], before: { ...set.program, diagnostics: before.diagnostics } }).map(
        (violation) => violation.rule,
      ),
    ).toEqual(['T6']);
  });
});

describe('the verifier itself', () => {
  test('checks what is established and nothing else', () => {
    const program = sound();
    const unsorted = { ...program, roots: [...program.roots, ...program.roots] };
    expect(verifyProgram(unsorted, { established: LOWERED })).toEqual([]);
    expect(verifyProgram(unsorted, { established: [...LOWERED, 'T4'] }).map(printViolation)).toEqual([
      'T4: roots: a root is declared twice',
    ]);
  });

  test('a rule that is established later is checked on a tree that was verified before', () => {
    const program = sound();
    const repeated = { ...program, roots: [...program.roots, ...program.roots] };
    expect(verifyProgram(repeated, { established: LOWERED })).toEqual([]);
    expect(verifyProgram(repeated, { established: ['T4'] })).toHaveLength(1);
    expect(verifyProgram(repeated, { established: ['T4'] })).toHaveLength(1);
  });

  test('answers for whatever it is given, however broken', () => {
    fc.assert(
      fc.property(program, (value) => {
        verifyProgram(value, { established: [...LOWERED, 'T4', 'T5'] });
      }),
      { numRuns: 300 },
    );
    fc.assert(
      fc.property(endpointSet, (value) => {
        verifyEndpointSet(value, { established: [...LOWERED, 'T4', 'T5', 'E1', 'E2', 'E3', 'E4', 'E5', 'E6'] });
      }),
      { numRuns: 300 },
    );
  });
});
