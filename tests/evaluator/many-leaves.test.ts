import { expect, test } from '@jest/globals';
import type { HandlerId, MiddlewareId } from '@tool/ir';
import type { Unknown, Value } from '@tool/scanner-sdk';
import { Alternatives, Obj, UNDEFINED, constant, oneOf, unknown, type Evaluator } from '../../compiler/evaluator/index.js';
import { Leaves } from '../../compiler/frontend/requests/leaves.js';

/** Values that nobody knows, each for another reason; how often one was asked for it is counted. */
function countedUnknowns(count: number): { readonly values: readonly Value[]; readonly asked: () => number } {
  let asked = 0;
  const counted = (why: string): Unknown => ({
    ...unknown(''),
    get why() {
      asked++;
      return why;
    },
  });
  return { values: Array.from({ length: count }, (_, index) => counted(`reason ${index}`)), asked: () => asked };
}

const evaluator = { declaredAs: new WeakMap() } as unknown as Evaluator;
const id = (index: number): HandlerId => `h${index}` as HandlerId;

test('alternatives are told apart in time that grows with their number', () => {
  const cost = (count: number): number => {
    const { values, asked } = countedUnknowns(count);
    oneOf([...values, ...values], 'a choice');
    return asked();
  };
  expect(cost(2_000)).toBeLessThan(2.2 * cost(1_000));
});

test.each([
  ['constants', [constant(1), constant('1'), constant(1), constant(NaN), constant(NaN), constant(0), constant(-0)], 5],
  ['reasons', [unknown('a'), unknown('b'), unknown('a')], 2],
  ['alternatives of alternatives', [oneOf([constant(1), constant(2)], 'inner'), constant(2), constant(3)], 3],
])('%s are told apart as one by one', (_, few, distinct) => {
  const many = Array.from({ length: 40 }, (__, index) => constant(`filler ${index}`));
  const gathered = new Alternatives();
  for (const value of few) gathered.add(value);
  expect(gathered.with([], 'a choice')).toEqual(oneOf(few, 'a choice'));
  expect(gathered.with([], 'a choice')).toMatchObject({ kind: 'oneOf', values: { length: distinct } });
  expect(gathered.areTooMany).toBe(false);
  for (const value of [...many, ...few]) gathered.add(value);
  expect(gathered.areTooMany).toBe(true);
  expect(gathered.with([UNDEFINED], 'a choice')).toEqual(oneOf([...few, ...many, UNDEFINED], 'a choice'));
});

test('what many functions leave under one name is looked at once, not for each function behind them', () => {
  const cost = (count: number): number => {
    const { values, asked } = countedUnknowns(count);
    const leaves = new Leaves(values.map((__, index) => ({ functions: [id(index)], around: [] })));
    values.forEach((value, index) => {
      leaves.find(id(index), 'user', 'always')?.value(evaluator, [UNDEFINED], 'what is set as user');
      leaves.add(id(index), 'user', { value, statements: [] });
    });
    return asked();
  };
  expect(cost(2_000)).toBeLessThan(2.2 * cost(1_000));
});

test('what a function finds is what those around it have left so far, in the order in which they did', () => {
  const around = new Set([id(3), id(1), id(2)] as unknown as MiddlewareId[]);
  const leaves = new Leaves([{ functions: [id(4), id(5)], around: [around] }]);
  const found = (): Value | undefined => leaves.find(id(5), 'user', 'never')?.value(evaluator, [], 'left');
  expect(found()).toBeUndefined();
  expect(leaves.isBesideOthers(id(5), 'user')).toBe(true);
  leaves.add(id(2), 'user', { value: constant('second'), statements: [] });
  expect(found()).toMatchObject({ value: 'second' });
  leaves.add(id(1), 'user', { value: constant('first'), statements: [] });
  leaves.add(id(9), 'user', { value: constant('elsewhere'), statements: [] });
  expect(found()).toMatchObject({ values: [{ value: 'second' }, { value: 'first' }] });
  expect(leaves.leftBy(id(5), 'user')).toEqual([id(2), id(1)]);
  expect(leaves.isBesideOthers(id(5), 'user')).toBe(false);
  // What stands in front of it in its own route goes first.
  leaves.add(id(4), 'user', { value: constant('own'), statements: [] });
  expect(found()).toMatchObject({ value: 'own' });
});

test('what too many alternatives bring along is there once, however often they are among the next ones', () => {
  const host = Object.assign(new Obj('Box', null, null), { host: { type: { name: 'Box', inert: false }, data: null } }) as unknown as Value;
  const fillers = Array.from({ length: 10 }, (_, index) => constant(index));
  const again = (value: Value): Value[] => ['one', 'another'].map((why) => unknown(why, null, null, (value as Unknown).carries));
  let [value, gathered] = [oneOf([...fillers, host], 'a choice'), oneOf([...fillers, host], 'a choice')];
  for (let round = 0; round < 40; round++) {
    value = oneOf([...fillers, ...again(value)], 'a choice');
    const alternatives = new Alternatives();
    for (const each of [...fillers, ...again(gathered)]) alternatives.add(each);
    gathered = alternatives.with([UNDEFINED], 'a choice');
  }
  expect(value).toMatchObject({ kind: 'unknown', carries: [host] });
  expect(gathered).toMatchObject({ kind: 'unknown', carries: [host] });
});
