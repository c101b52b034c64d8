import { describe, expect, test } from '@jest/globals';
import { endpointId, handlerId, middlewareId, type EndpointSet } from '@tool/ir';
import { compare } from './compare.js';
import type { Row } from './oracle.js';

const row = (
  method: string,
  path: string,
  chain: readonly string[],
  line: number,
  registration: number,
  extra: Partial<Row> = {},
): Row => ({
  method,
  path,
  chain,
  handler: '',
  params: [],
  sites: [
    { file: 'a.js', line, column: 1 },
    { file: 'a.js', line: 90 + registration, column: 1 },
  ],
  registration,
  reached: true,
  inFront: [],
  optional: false,
  url: path,
  ...extra,
});

const rows = [
  row('GET', '/quux', ['guard7Inner', 'jsonParser'], 4, 1),
  row('POST', '/loop', [], 9, 2),
  row('PUT', '/corge', ['m1'], 9, 3),
  row('GET', '/never', [], 3, 4, { reached: false }),
];
const files = new Map([
  ['a.js', Array.from({ length: 99 }, (_, index) => ({ 10: "'/loop'", 11: "'/corge'" })[index + 1] ?? '').join('\n')],
]);

interface Shape {
  readonly method: string;
  readonly path: string;
  readonly chain: readonly string[];
  readonly line: number;
  readonly conditional?: boolean;
}

const right: readonly Shape[] = [
  { method: 'GET', path: '/quux', chain: ['guard7', 'express.json'], line: 4 },
  { method: 'POST', path: '/loop', chain: [], line: 10 },
  { method: 'PUT', path: '/corge', chain: ['m1'], line: 93 },
];

function model(shapes: readonly Shape[]): EndpointSet {
  const place = (line: number): { file: string; line: number; column: number } => ({ file: 'a.js', line, column: 1 });
  const names = [...new Set(shapes.flatMap((shape) => shape.chain))];
  return {
    kind: 'endpoint-set',
    drops: [],
    unresolved: [],
    schemes: [],
    links: [],
    diagnostics: [],
    program: {
      kind: 'program',
      routers: [],
      handlers: [],
      roots: [],
      diagnostics: [],
      middlewares: names.map((name, index) => ({ id: middlewareId(index), name, place: place(1) })),
    },
    endpoints: shapes.map((shape, index) => ({
      id: endpointId(index),
      method: shape.method,
      path: shape.path,
      segments: [],
      trail: [],
      handler: handlerId(index),
      source: place(shape.line),
      chain: shape.chain.map((name) => ({ middleware: middlewareId(names.indexOf(name)) })),
      ...(shape.conditional ? { conditional: true } : {}),
    })),
  };
}

const kinds = (shapes: readonly Shape[]): string[] => compare(rows, model(shapes), { files }).map((each) => each.kind);
const change = (index: number, to: Partial<Shape>): Shape[] => right.map((shape, at) => (at === index ? { ...shape, ...to } : shape));

describe('the comparison', () => {
  test('accepts the right model', () => expect(kinds(right)).toEqual([]));
  test('finds a missing endpoint', () => expect(kinds(right.slice(1))).toEqual(['missing']));
  test('finds a phantom', () => expect(kinds([...right, { method: 'GET', path: '/ghost', chain: [], line: 1 }])).toEqual(['phantom']));
  test('finds a wrong method and a wrong path', () => {
    expect(kinds(change(0, { method: 'PATCH' }))).toEqual(['missing', 'phantom']);
    expect(kinds(change(0, { path: '/quux/' }))).toEqual(['missing', 'phantom']);
  });
  test('finds a wrong chain: order, too few, too many, another name', () => {
    for (const chain of [['express.json', 'guard7'], ['guard7'], ['guard7', 'express.json', 'm1'], ['guard8', 'express.json'], []])
      expect(kinds(change(0, { chain }))).toEqual(['chain']);
  });
  test('finds a wrong line, and a shared call where a row or a call of its own exists', () => {
    expect(kinds(change(0, { line: 5 }))).toEqual(['line']);
    expect(kinds(change(1, { line: 9 }))).toEqual(['line']);
    expect(kinds(change(2, { line: 92 }))).toEqual(['line']);
  });
  test('finds a mark that should not be there', () => expect(kinds(change(0, { conditional: true }))).toEqual(['conditional']));
});
