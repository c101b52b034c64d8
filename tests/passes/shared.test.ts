import { describe, expect, test } from '@jest/globals';
import { parseIr, parseProgram, printIr, type Behaviour, type EndpointSet, type Program } from '@tool/ir';
import fc from 'fast-check';
import { passes, runPipeline } from '../../compiler/pipeline.js';
import { shared } from '../../compiler/shared.js';
import { deepFreeze } from '../support/deep-freeze.js';
import { behaviour, endpointSet, program } from '../support/ir-arbitraries.js';
import { goldenFolder, namesIn, read } from '../golden/project.js';

/** The same text, with places that are the very same objects: what a scan after an edit makes again. */
function madeAgain<Node>(node: Node): Node {
  if (typeof node !== 'object' || node === null) return node;
  if (Array.isArray(node)) return node.map(madeAgain) as Node;
  return 'file' in node && 'line' in node
    ? node
    : (Object.fromEntries(Object.entries(node).map(([key, value]) => [key, madeAgain(value)])) as Node);
}

describe('what two IRs share', () => {
  test('says what the new one says, and is the old one where they say the same', () => {
    fc.assert(
      fc.property(endpointSet, endpointSet, (one, other) => {
        deepFreeze(one);
        deepFreeze(other);
        expect(JSON.stringify(shared(other, one))).toBe(JSON.stringify(other));
        expect(shared(madeAgain(one), one)).toBe(one);
      }),
      { numRuns: 200 },
    );
  });

  test('a part that differs leaves its neighbours as they were', () => {
    const before = { list: [{ a: 1 }, { a: 2 }], other: { deep: ['x'] } };
    const now = shared({ list: [{ a: 1 }, { a: 3 }], other: { deep: ['x'] } }, before);
    expect(now).toEqual({ list: [{ a: 1 }, { a: 3 }], other: { deep: ['x'] } });
    expect(now.list[0]).toBe(before.list[0]);
    expect(now.other).toBe(before.other);
  });

  test.each([
    ['a place that only says the same', { at: { file: 'gate.js', line: 1, column: 2 } }, { at: { file: 'gate.js', line: 1, column: 2 } }],
    ['keys in another order', { a: 1, b: 2 }, { b: 2, a: 1 }],
    ['a member more', { a: 1 }, { a: 1, b: 2 }],
    ['a member less', { a: 1, b: 2 }, { a: 1 }],
    ['an element more', [1], [1, 2]],
    ['a list in the place of a record', { 0: 'a' }, ['a']],
    ['a record in the place of a list', ['a'], { 0: 'a' }],
    ['nothing in the place of a record', {}, null],
  ])('%s is another part', (_what, before, now) => {
    const made = shared({ of: now }, { of: before });
    expect(made.of).not.toBe(before);
    expect(JSON.stringify(made)).toBe(JSON.stringify({ of: now }));
  });
});

describe('a pass that says what it asks of handlers', () => {
  const asking = passes.filter(({ asksOfHandlers }) => asksOfHandlers);
  test('is not the only kind there is', () => {
    expect(asking.map(({ name }) => name)).toContain('attach-middleware');
    expect(asking.map(({ name }) => name)).not.toContain('infer-contracts');
  });

  const cases = asking.flatMap(({ name }) => namesIn(`${goldenFolder}/passes/${name}`).map((file): [string, string] => [name, file]));
  test.each(cases)('%s gives the same of %s whatever else they do', (name, file) => {
    const pass = passes.find((each) => each.name === name)!;
    const ir = parseIr(read(goldenFolder, 'passes', name, file).split(/^;; expect$/m)[0]!);
    const tree = ir.kind === 'program' ? ir : ir.program;
    const { length } = tree.handlers;
    const doing = fc.record({
      behaviours: fc.array(fc.option(behaviour, { nil: undefined }), { minLength: length, maxLength: length }),
      errors: program.map(({ errors, errorHandling }) => ({ ...(errors && { errors }), ...(errorHandling && { errorHandling }) })),
    });
    const having = ({ behaviours, errors }: { behaviours: (Behaviour | undefined)[]; errors: Partial<Program> }): Program => ({
      ...tree,
      handlers: tree.handlers.map(({ behaviour: _, ...handler }, index) => ({
        ...handler,
        ...(behaviours[index] && { behaviour: behaviours[index] }),
      })),
      ...errors,
    });
    const given = (of: Program): unknown => {
      const after = pass.run((ir.kind === 'program' ? of : { ...ir, program: of }) as never) as Program | EndpointSet;
      const { handlers, errors: _errors, errorHandling: _handling, ...rest } = after.kind === 'program' ? after : after.program;
      expect(handlers).toBe(of.handlers);
      return [after.kind === 'program' ? null : { ...after, program: null }, rest];
    };
    let compared = 0;
    fc.assert(
      fc.property(doing, doing, fc.nat(3), (one, other, change) => {
        const [left, right] = [having(one), having({ ...other, ...(change > 0 && { errors: one.errors }) })];
        if (JSON.stringify(pass.asksOfHandlers!(left)) !== JSON.stringify(pass.asksOfHandlers!(right))) return;
        compared++;
        expect(given(right)).toEqual(given(left));
      }),
      { numRuns: 100 },
    );
    expect(compared).toBeGreaterThan(5);
  });
});

describe('a run behind an earlier one', () => {
  const parsed = (does: string): Program =>
    parseProgram(`program
roots r0

router r0 express "gate" path-to-regexp@8 @gate.js:1:1 {
  i0 use "/" m0 @gate.js:2:6
  i1 route GET "/latch" [] -> h0 passes-on @gate.js:3:6
  i2 route GET "/bolt" [m1] -> h1 @gate.js:4:6
  i3 route POST "/latch" [] -> h1 @gate.js:5:6
}

handler h0 "first" @gate.js:9:1${does}
handler h1 "second" @gate.js:12:1
  behaviour
  answer {"status":200,"source":"code","place":{"file":"gate.js","line":13,"column":3}}
middleware m0 "log" @gate.js:15:1
middleware m1 "guard" @gate.js:18:1
`);
  const ANSWERS = `
  behaviour
  answer {"status":200,"source":"code","place":{"file":"gate.js","line":10,"column":3}}`;
  const HANDS_ON = `
  behaviour passes-on`;
  const base = parsed('');
  /** With the very same places. */
  const gate = (does: string): Program => {
    const [first, ...others] = base.handlers;
    const { behaviour: doing } = parsed(does).handlers[0]!;
    return { ...base, handlers: [{ ...first!, ...(doing && { behaviour: doing }) }, ...others] };
  };
  const states = { answers: ANSWERS, 'hands on': HANDS_ON, 'is not known': '' };
  const pairs = Object.keys(states).flatMap((from) => Object.keys(states).map((to) => [from, to] as const));

  test.each(pairs)('a handler that %s and then %s: what it would be without', (from, to) => {
    const now = gate(states[to as keyof typeof states]);
    const { stages } = runPipeline(gate(states[from as keyof typeof states]));
    expect(printIr(runPipeline(now, { before: stages }).ir)).toBe(printIr(runPipeline(now).ir));
  });

  test('the states are told apart', () => {
    expect(new Set(Object.values(states).map((does) => runPipeline(gate(does)).set.endpoints.length))).toEqual(new Set([2, 3]));
  });

  test('without any difference nothing is made', () => {
    const first = runPipeline(gate(ANSWERS));
    const again = runPipeline(madeAgain(first.stages[0] as Program), { before: first.stages });
    expect(again.stages.every((stage, index) => stage === first.stages[index])).toBe(true);
  });
});
