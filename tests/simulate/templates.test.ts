import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { parseCondition } from '../../runtime/workflow/checks/condition.js';
import { matcherOf, mismatches } from '../../runtime/workflow/checks/matcher.js';
import { loadFaker } from '../../runtime/simulate/data/load-faker.js';
import { humanVariable, type TemplateScope } from '../../runtime/workflow/template/resolve.js';
import { parseTemplate, resolveTemplate } from '../../runtime/workflow/template/template.js';
import { templateTree } from '../../runtime/workflow/template/template-tree.js';
import { valueAtPath } from '../../runtime/simulate/value-at-path.js';

const createFaker = await loadFaker();

function scopeOf(memory: Readonly<Record<string, unknown>> = {}, more: Partial<TemplateScope> = {}): TemplateScope {
  const faker = createFaker(7);
  return {
    faker: () => faker,
    memory: (scope, key) => memory[`${scope}:${key}`],
    human: (key) => (key === 'otp' ? '123456' : undefined),
    environment: { REGION: 'eu' },
    data: { plan: 'pro', seats: 3 },
    loop: undefined,
    ...more,
  };
}

const resolve = (text: string, scope = scopeOf()): unknown => resolveTemplate(parseTemplate(text), scope);

describe('values', () => {
  test('a template that is the whole text keeps the type, others are joined to a text', () => {
    const scope = scopeOf({ 'workflow:id': 42, 'workflow:on': false, 'workflow:list': [1, { a: 2 }] });
    expect(resolve('{{workflow:id}}', scope)).toBe(42);
    expect(resolve('{{ workflow:on }}', scope)).toBe(false);
    expect(resolve('{{workflow:list}}', scope)).toEqual([1, { a: 2 }]);
    expect(resolve('/x/{{workflow:id}}/{{workflow:on}}', scope)).toBe('/x/42/false');
    expect(resolve('{{workflow:list}}!', scope)).toBe('[1,{"a":2}]!');
    expect(resolve('{{human:otp}} {{env:REGION}} {{data:plan}}')).toBe('123456 eu pro');
    expect(resolve('{{data:seats}}')).toBe(3);
  });

  test('every text survives being put in, whatever it holds', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), (value, before, after) => {
        fc.pre(!/\{\{|\\$/.test(before) && !after.includes('{{') && !before.endsWith('{'));
        const scope = scopeOf({ 'workflow:x': value });
        expect(resolve('{{workflow:x}}', scope)).toBe(value);
        expect(resolve(`${before}{{workflow:x}}${after}`, scope)).toBe(before === '' && after === '' ? value : before + value + after);
      }),
    );
    for (const hostile of ['$&', '$1', '$$', '{{workflow:y}}', '\\', '\u0000'])
      expect(resolve('a{{workflow:x}}b', scopeOf({ 'workflow:x': hostile }))).toBe(`a${hostile}b`);
  });

  test('nested values are resolved, plain ones are the same value as before', () => {
    const plain = { a: [1, 'two', null] };
    expect(templateTree(plain).resolve(scopeOf())).toBe(plain);
    expect(
      templateTree({ a: ['{{workflow:x}}', { b: 'n {{workflow:x}}' }], __proto__: null }).resolve(scopeOf({ 'workflow:x': 1 })),
    ).toEqual({ a: [1, { b: 'n 1' }] });
    expect(resolve('\\{{not:one}} {{workflow:x}}', scopeOf({ 'workflow:x': 1 }))).toBe('{{not:one}} 1');
    expect(templateTree(['\\{{x}}']).resolve(scopeOf())).toEqual(['{{x}}']);
  });

  test('generators take arguments, also as people write them in JavaScript', () => {
    expect(resolve('{{faker.number.int({"min": 5, "max": 5})}}')).toBe(5);
    expect(resolve("{{faker.helpers.arrayElement(['}}'])}}")).toBe('}}');
    expect(resolve('{{faker.number.int({ min: 6, max: 6 })}}')).toBe(6);
    expect(resolve('{{faker.helpers.arrayElement([{"a": {"b": "}}"}}])}}')).toEqual({ a: { b: '}}' } });
    expect(String(resolve('{{faker.internet.email}}'))).toMatch(/@/);
    expect(resolve('{{faker.date.soon}}')).toMatch(/^\d{4}-\d\d-\d\dT/);
  });

  test('the same seed gives the same values, another seed others', () => {
    const email = (seed: number): unknown => {
      const faker = createFaker(seed);
      return resolve('{{faker.internet.email}} {{faker.date.soon}}', scopeOf({}, { faker: () => faker }));
    };
    expect(email(3)).toBe(email(3));
    expect(email(3)).not.toBe(email(4));
  });

  test.each([
    ['{{workflow:x}}', /\{\{workflow:x\}\} has no value/],
    ['a {{workflow:x}}', /\{\{workflow:x\}\} has no value/],
    ['{{human:pin}}', /was not answered/],
    ['{{env:NOPE}}', /environment variable is not set/],
    ['{{data:nope}}', /no such column/],
    ['{{item}}', /outside of a loop/],
    ['{{faker.no.such}}', /does not exist/],
    ['{{faker.definitions.person}}', /does not exist/],
    ['{{faker.constructor.name}}', /does not exist/],
    ['{{nonsense}}', /no template that tool knows/],
    ['{{}}', /is empty/],
    ['{{workflow:x', /is not closed/],
    ['{{faker.number.int(oops)}}', /no JSON values/],
    ['x {{workflow:null}}', /is null/],
  ])('%s is an error that names it', (text, message) => {
    expect(() => resolve(text, scopeOf({ 'workflow:null': null }))).toThrow(message);
  });

  test('the variable that answers a question is in capitals, with underscores', () => {
    expect(humanVariable('otp-code.2')).toBe('TOOL_HUMAN_OTP_CODE_2');
  });
});

test('a path leads through objects and lists, and to keys with dots', () => {
  const value = { data: { items: [{ id: 1 }], 'a.b': 2 }, 'x.y': { z: 3 } };
  expect(valueAtPath(value, 'data.items.0.id')).toBe(1);
  expect(valueAtPath(value, '$.data.a.b')).toBe(2);
  expect(valueAtPath(value, '$')).toBe(value);
  expect(valueAtPath(value, 'data.items.length')).toBeUndefined();
  expect(valueAtPath(value, 'data.constructor')).toBeUndefined();
  expect(valueAtPath(value, 'data.items.0.id.more')).toBeUndefined();
});

test.each<[string, boolean]>([
  ['{{workflow:role}} == "admin"', true],
  ["{{workflow:role}} == 'user'", false],
  ['{{workflow:count}} > 2 && {{workflow:count}} <= 3', true],
  ['!{{workflow:nope}}', true],
  ['{{workflow:nope}}', false],
  ['{{workflow:off}}', false],
  ['{{workflow:nope}} == null', true],
  ['({{workflow:off}} || {{workflow:role}} matches ^ad) && true', true],
  ['{{workflow:list}} contains b', true],
  ['{{workflow:role}} contains x', false],
  ['{{workflow:count}} == 3', true],
  ['{{workflow:text}} == 3', true],
  ['{{data:plan}} != pro', false],
])('the condition %s is %s', (text, expected) => {
  expect(
    parseCondition(text).holds(
      scopeOf({
        'workflow:role': 'admin',
        'workflow:count': 3,
        'workflow:text': '3',
        'workflow:off': 'false',
        'workflow:list': ['a', 'b'],
      }),
    ),
  ).toBe(expected);
});

test.each(['', '{{workflow:a}} ==', '&& x', '({{workflow:a}}', 'a b', '== 1'])('the condition "%s" is refused', (text) => {
  expect(() => parseCondition(text)).toThrow();
});

test.each<[unknown, unknown, boolean]>([
  ['x', 'x', true],
  ['x', 'y', false],
  [{ a: 1 }, { a: 1 }, true],
  [{ contains: 'b' }, 'abc', true],
  [{ contains: { a: 1 } }, [{ a: 1, b: 2 }], true],
  [{ contains: 4 }, [1, 2], false],
  [{ matches: '^\\d+$' }, '12', true],
  [{ exists: false }, undefined, true],
  [{ exists: true }, undefined, false],
  [{ exists: false }, 1, false],
  [{ type: 'integer' }, 1.5, false],
  [{ type: 'array', min: 1 }, [], false],
  [{ min: 1, max: 3 }, 2, true],
  [{ min: 1, max: 3 }, 'four', false],
  [null, null, true],
  [{ equals: null }, undefined, false],
])('%j on %j holds: %s', (given, value, expected) => {
  expect(mismatches(matcherOf(given), value).length === 0).toBe(expected);
});
