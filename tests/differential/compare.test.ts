import { describe, expect, test } from '@jest/globals';
import { endpointId, handlerId, middlewareId, type EndpointSet } from '@tool/ir';
import { compare } from './compare.js';
import type { Did, Row, Step } from './row.js';

const handsOn: Did = { handedOn: true, answered: false };
const answers: Did = { handedOn: false, answered: true };
const use = (name: string): Step => ({ name, ...handsOn, route: null });
/** A function of a route that another registration made. */
const of = (registration: number, method: string, name: string, did: Did = handsOn): Step => ({
  name,
  ...did,
  route: { registration, method, own: false },
});

const row = (method: string, path: string, steps: readonly Step[], line: number, registration: number, extra: Partial<Row> = {}): Row => ({
  method,
  path,
  steps,
  functions: [answers],
  handler: '',
  params: [],
  sites: [
    { file: 'a.js', line, column: 1 },
    { file: 'a.js', line: 90 + registration, column: 1 },
  ],
  late: false,
  registration,
  reached: true,
  url: path,
  ...extra,
});

const rows = [
  row('GET', '/quux', [use('guard7Inner'), use('jsonParser')], 4, 1),
  row('POST', '/loop', [], 9, 2),
  row('PUT', '/corge', [use('m1')], 9, 3),
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
  readonly handler?: string;
  readonly shadowed?: boolean;
  /** Parameters whose callbacks run first. */
  readonly params?: readonly string[];
}

const right: readonly Shape[] = [
  { method: 'GET', path: '/quux', chain: ['guard7', 'express.json'], line: 4 },
  { method: 'POST', path: '/loop', chain: [], line: 10 },
  { method: 'PUT', path: '/corge', chain: ['m1'], line: 93 },
];

function model(shapes: readonly Shape[]): EndpointSet {
  const place = (line: number): { file: string; line: number; column: number } => ({ file: 'a.js', line, column: 1 });
  const names = [...new Set(shapes.flatMap((shape) => shape.chain.map((name) => name.replace('?', ''))))];
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
      handlers: shapes.map(({ handler = '' }, index) => ({ id: handlerId(index), name: handler, place: place(1) })),
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
      chain: [
        ...(shape.params ?? []).map((name) => ({ middleware: middlewareId(0), phase: `param:${name}` as const })),
        ...shape.chain.map((name) => ({
          middleware: middlewareId(names.indexOf(name.replace('?', ''))),
          ...(name.endsWith('?') ? { conditional: true } : {}),
        })),
      ],
      ...(shape.conditional ? { conditional: true } : {}),
      ...(shape.shadowed ? { shadowedBy: endpointId(99) } : {}),
    })),
  };
}

const kindsOf = (real: readonly Row[], shapes: readonly Shape[]): string[] =>
  compare(real, model(shapes), { files }).map((each) => each.kind);
const kinds = (shapes: readonly Shape[]): string[] => kindsOf(rows, shapes);
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
  test('finds a name on what has another, and a handler of another registration', () => {
    expect(kinds(change(0, { chain: ['guard7', ''] }))).toEqual(['chain']);
    const real = [row('GET', '/grault', [], 4, 1, { handler: 'show3' })];
    const shape = { method: 'GET', path: '/grault', chain: [], line: 4 };
    expect(kindsOf(real, [{ ...shape, handler: 'Waldo.show3' }])).toEqual([]);
    expect(kindsOf(real, [{ ...shape, handler: 'show4' }])).toEqual(['handler']);
  });
  test('finds a condition that nothing in the program is under, and one that is not marked', () => {
    expect(kinds(change(0, { chain: ['guard7?', 'express.json'] }))).toEqual(['chain']);
    const real = [row('GET', '/grault/:id', [use('maybeFred5')], 4, 1, { params: ['id'] })];
    const shape = { method: 'GET', path: '/grault/:id', line: 4, params: ['id'] };
    expect(kindsOf(real, [{ ...shape, chain: ['maybeFred5?'] }])).toEqual([]);
    expect(kindsOf(real, [{ ...shape, chain: ['maybeFred5'] }])).toEqual(['chain']);
    expect(kindsOf(real, [{ ...shape, chain: ['maybeFred5?', 'plugh6?'] }])).toEqual(['chain']);
    expect(kindsOf(real, [{ ...shape, chain: ['maybeFred5?'], params: [] }])).toEqual(['params']);
    const without = { ...real[0]!, steps: [] };
    const found = (chain: readonly string[]): number =>
      compare([without], model([{ ...shape, chain }]), { files, configured: real }).length;
    expect([found(['maybeFred5?']), found([])]).toEqual([0, 1]);
  });
});

describe('the comparison of several registrations for the same requests', () => {
  const guard = row('GET', '/waldo', [], 4, 1, { functions: [handsOn, handsOn], handler: 'm2' });
  const first = row('GET', '/waldo', [of(1, 'GET', 'm1'), of(1, 'GET', 'm2'), use('m3')], 5, 2);
  const second = row('GET', '/waldo', [...first.steps, of(2, 'GET', 'first', answers)], 6, 3);
  const described: Shape = { method: 'GET', path: '/waldo', chain: ['m1', 'm2', 'm3'], line: 5 };
  const behind: Shape = { ...described, line: 6, shadowed: true };

  test('what hands on is in front of what answers first, and a later one is shadowed', () => {
    expect(kindsOf([guard, first, second], [described, behind])).toEqual([]);
    expect(kindsOf([guard, first, second], [described])).toEqual(['shadowed']);
    expect(kindsOf([guard, first, second], [{ ...described, shadowed: true }, behind])).toEqual(['shadowed']);
    expect(kindsOf([guard, first, second], [behind, { ...described, line: 6 }])).toEqual(['line']);
    expect(kindsOf([guard, first, second], [{ ...described, chain: ['m3'] }, behind])).toEqual(['chain']);
    expect(kindsOf([guard, first, second], [{ ...described, chain: ['m2', 'm1', 'm3'] }, behind])).toEqual(['chain']);
    const asEndpoint: Shape = { ...described, chain: ['m1'], line: 4, handler: 'm2' };
    expect(kindsOf([guard, first, second], [asEndpoint, behind])).toEqual(['chain', 'line']);
    expect(kindsOf([guard, first, second], [asEndpoint, { ...described, shadowed: true }, behind])).toContain('shadowed');
  });
  test('where nothing answers the first that hands on is the endpoint', () => {
    const other = row('GET', '/waldo', guard.steps, 5, 2, { functions: [handsOn] });
    const shape: Shape = { method: 'GET', path: '/waldo', chain: [], line: 4, handler: 'm2' };
    const shadowed: Shape = { ...shape, line: 5, shadowed: true };
    expect(kindsOf([guard, other], [shape, shadowed])).toEqual([]);
    expect(kindsOf([guard, other], [])).toEqual(['missing']);
    expect(kindsOf([guard], [])).toEqual(['missing']);
    expect(
      kindsOf(
        [guard, other],
        [
          { ...shape, line: 5 },
          { ...shadowed, line: 4 },
        ],
      ),
    ).toEqual(['line']);
  });
  test('in front of other paths it is an endpoint and in their chains, and what answers some is in none', () => {
    const all = row('ALL', '/waldo/*', [], 3, 7, { functions: [handsOn] });
    const some = row('GET', '/waldo/:id', [of(7, 'ALL', 'm7')], 4, 8, { functions: [handsOn, { handedOn: true, answered: true }] });
    const thud = row('GET', '/waldo/thud', [of(7, 'ALL', 'm7'), of(8, 'GET', 'm8'), of(8, 'GET', 'some', answers)], 5, 9, {});
    const shapes: readonly Shape[] = [
      { method: 'ALL', path: '/waldo/*', chain: [], line: 3 },
      { method: 'GET', path: '/waldo/:id', chain: ['m7'], line: 4 },
      { method: 'GET', path: '/waldo/thud', chain: ['m7'], line: 5 },
    ];
    expect(kindsOf([all, some, thud], shapes)).toEqual([]);
    expect(kindsOf([all, some, thud], shapes.slice(1))).toEqual(['missing']);
    expect(kindsOf([all, some, thud], [...shapes.slice(0, 2), { ...shapes[2]!, chain: ['m7', 'm8'] }])).toEqual(['chain']);
    expect(kindsOf([all, some, thud], [...shapes.slice(0, 2), { ...shapes[2]!, shadowed: true }])).toEqual(['shadowed']);
  });
});
