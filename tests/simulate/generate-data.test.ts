import { beforeAll, describe, expect, test } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { createGenerators, UnsatisfiableError, type Descriptor, type GeneratorFactory } from '../../runtime/simulate/index.js';

let generators: GeneratorFactory;
beforeAll(async () => {
  generators = await createGenerators(7, new Date('2026-01-15'));
});

/** The judge: constraints as JSON Schema, checked by another validator than the generator's own. */
function schemaOf(descriptor: Descriptor): object {
  const {
    type = 'string',
    format,
    minLength,
    maxLength,
    pattern,
    min,
    max,
    minItems,
    maxItems,
    multipleOf,
    items,
    properties,
  } = descriptor;
  if (descriptor.enum !== undefined) return { enum: descriptor.enum };
  return {
    type,
    ...(format !== undefined && type === 'string' && { format }),
    ...(minLength !== undefined && { minLength }),
    ...(maxLength !== undefined && { maxLength }),
    ...(pattern !== undefined && { pattern }),
    ...(min !== undefined && { minimum: min }),
    ...(max !== undefined && { maximum: max }),
    ...(minItems !== undefined && { minItems }),
    ...(maxItems !== undefined && { maxItems }),
    ...(multipleOf !== undefined && { multipleOf }),
    ...(items !== undefined && { items: schemaOf(items) }),
    ...(properties !== undefined && objectSchema(properties)),
  };
}
const objectSchema = (properties: Readonly<Record<string, Descriptor>>): object => ({
  type: 'object',
  properties: Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, schemaOf(one)])),
  required: Object.entries(properties)
    .filter(([, one]) => one.required)
    .map(([name]) => name),
});
const ajv = new Ajv2020({ allErrors: true, strict: false, multipleOfPrecision: 6 });
(addFormats as unknown as (instance: Ajv2020) => void)(ajv);
const expectValid = (value: unknown, schema: object): void => {
  const valid = ajv.validate(schema, value);
  if (!valid) throw new Error(`${JSON.stringify(value)} breaks ${JSON.stringify(schema)}: ${ajv.errorsText()}`);
};

const NAMES = [
  'email',
  'password',
  'firstName',
  'title',
  'price',
  'quantity',
  'createdAt',
  'isbn',
  'tags',
  'page',
  'bookId',
  'zipCode',
  'x',
  'url',
  'description',
  'ip',
  'country',
  'constructor',
];
const range = (least: number, most: number) =>
  fc
    .tuple(fc.integer({ min: least, max: most }), fc.integer({ min: least, max: most }))
    .map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const);
const optional = <Value>(arbitrary: fc.Arbitrary<Value>) => fc.option(arbitrary, { nil: undefined });
const compact = <Value extends object>(value: Value): Value =>
  Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined)) as Value;

const text: fc.Arbitrary<Descriptor> = fc
  .tuple(range(0, 120), fc.boolean(), fc.boolean())
  .map(([[minLength, maxLength], low, high]) => ({ type: 'string', ...(low && { minLength }), ...(high && { maxLength }) }));
const FORMATS = ['email', 'uuid', 'uri', 'date', 'date-time', 'time', 'ipv4', 'ipv6', 'hostname', 'byte', 'password', 'duration'];
const formatted: fc.Arbitrary<Descriptor> = fc.constantFrom(...FORMATS).map((format) => ({ type: 'string', format }));
const longEmail: fc.Arbitrary<Descriptor> = fc
  .integer({ min: 6, max: 200 })
  .map((length) => ({ type: 'string', format: 'email', minLength: length }));
const PATTERNS: readonly Descriptor[] = [
  { pattern: '^\\d{13}$' },
  { pattern: '^[a-z0-9-]{3,40}$' },
  { pattern: '^(?=.*[a-z])(?=.*[A-Z])(?=.*\\d).{8,}$' },
  { pattern: '^[A-Z]{2}-\\d{4}$', minLength: 7, maxLength: 7 },
  { pattern: '^#[0-9a-fA-F]{6}$' },
  { pattern: '[0-9]' },
  { pattern: '^(foo|bar)+$', minLength: 6 },
  { pattern: '^\\w+([.-]\\w+)*@\\w+\\.com$', maxLength: 20 },
  { pattern: '^[^\\s]+$', minLength: 12, maxLength: 14 },
  { pattern: '^\\p{Lu}\\p{L}*$' },
  { pattern: '^(?!.*admin)[a-z]{4,8}$' },
  { pattern: '^\\+?[1-9]\\d{7,14}$' },
  { pattern: '^.*$', minLength: 30, maxLength: 31 },
  { pattern: '^(?<year>\\d{4})$' },
];
const patterned: fc.Arbitrary<Descriptor> = fc.constantFrom(...PATTERNS).map((one) => ({ type: 'string', ...one }));
const number: fc.Arbitrary<Descriptor> = fc
  .tuple(fc.constantFrom('number', 'integer'), range(-5_000, 5_000), fc.boolean(), fc.boolean())
  .map(([type, [min, max], low, high]) => ({ type, ...(low && { min }), ...(high && { max }) }));
const multiple: fc.Arbitrary<Descriptor> = fc
  .tuple(fc.constantFrom(1, 5, 0.5, 0.01, 10), optional(fc.integer({ min: -500, max: 500 })))
  .map(([multipleOf, min]) => compact({ type: 'number', multipleOf, min }) as Descriptor);
const narrow: fc.Arbitrary<Descriptor> = fc
  .tuple(fc.double({ min: -10, max: 10, noNaN: true }), fc.double({ min: 0, max: 0.5, noNaN: true }))
  .map(([min, more]) => ({ type: 'number', min, max: min + more }));
const choice: fc.Arbitrary<Descriptor> = fc
  .array(fc.oneof(fc.string(), fc.integer(), fc.boolean()), { minLength: 1, maxLength: 4 })
  .map((values) => ({ enum: values }));
const leaf = fc.oneof(
  text,
  formatted,
  longEmail,
  patterned,
  number,
  multiple,
  narrow,
  choice,
  fc.constant<Descriptor>({ type: 'boolean' }),
);
const { field } = fc.letrec<{ field: Descriptor; list: Descriptor; object: Descriptor }>((tie) => ({
  list: fc
    .tuple(tie('field'), range(0, 5), fc.boolean(), fc.boolean())
    .map(([items, [minItems, maxItems], low, high]) => ({ type: 'array', items, ...(low && { minItems }), ...(high && { maxItems }) })),
  object: fc.dictionary(fc.constantFrom(...NAMES), tie('field'), { maxKeys: 4 }).map((properties) => ({ type: 'object', properties })),
  field: fc.oneof({ maxDepth: 3, withCrossShrink: true }, leaf, tie('list'), tie('object')),
}));
const fields = fc.dictionary(
  fc.constantFrom(...NAMES),
  fc.tuple(field, fc.boolean()).map(([one, required]) => ({ ...one, required })),
  { maxKeys: 5 },
);

test('every generated body has what its constraints demand, judged by another validator', () => {
  fc.assert(
    fc.property(fields, fc.nat(), (descriptors, purpose) => {
      expectValid(generators(purpose).object(descriptors), objectSchema(descriptors));
    }),
    { numRuns: 300 },
  );
});

test.each(PATTERNS)('a pattern of the wild: %j', (descriptor) => {
  for (let purpose = 0; purpose < 20; purpose++)
    expectValid(generators(purpose).value('x', { type: 'string', ...descriptor }), schemaOf({ type: 'string', ...descriptor }));
});

describe('names say what a value means', () => {
  test.each([
    ['email', {}, /^[a-z]+\.[a-z\d]{8}@example\.com$/],
    ['userEmail', {}, /@example\.com$/],
    ['newPassword', { minLength: 8 }, /^Aa1!\w{8}$/],
    ['createdAt', {}, /^2026-\d\d-\d\dT.*Z$/],
    ['isbn', { minLength: 13, maxLength: 13 }, /^97[89]\d{10}$/],
    ['authorId', {}, /^[\da-f]{8}-/],
    ['noteId', {}, /^[\da-f]{8}-/],
    ['website', {}, /^https?:/],
    ['name', { maxLength: 3 }, /^.{1,3}$/],
  ])('%s', (name, descriptor, looks) => {
    expect(generators('names').value(name, { type: 'string', ...descriptor })).toMatch(looks);
  });
  test('also where nothing else is known', () => {
    expect(generators('n').object({ stars: {}, email: {}, price: { type: 'any' } })).toEqual({
      stars: expect.any(Number),
      email: expect.stringContaining('@'),
      price: expect.any(Number),
    });
  });
  test('numbers, too', () => {
    expect(generators('n').value('stars', { type: 'integer' })).toBeLessThanOrEqual(5);
    expect(generators('n').value('page', { type: 'number', min: 1 })).toBe(1);
  });
});

test('a switch stays as the program has it by itself', () => {
  const switches = (value: boolean) =>
    Array.from({ length: 20 }, (_, index) => generators(`switch ${index}`).value('notify', { type: 'boolean', default: value }));
  expect(new Set(switches(true))).toEqual(new Set([true]));
  expect(new Set(switches(false))).toEqual(new Set([false]));
});

test('the same seed gives the same bytes, another purpose or seed others', async () => {
  const descriptors: Record<string, Descriptor> = {
    email: {},
    title: { minLength: 40 },
    price: { type: 'number' },
    when: { format: 'date-time' },
    code: { pattern: '^[A-Z]{8}$' },
  };
  const body = async (seed: number, purpose: string) =>
    JSON.stringify((await createGenerators(seed, new Date('2026-01-15')))(purpose).object(descriptors));
  expect(await body(1, 'a')).toBe(await body(1, 'a'));
  expect(await body(1, 'b')).not.toBe(await body(1, 'a'));
  expect(await body(2, 'a')).not.toBe(await body(1, 'a'));
});

test.each([{ pattern: '^a$', minLength: 5 }, { pattern: '(?=a)b' }, { type: 'integer', min: 1.2, max: 1.8 }] as Descriptor[])(
  'constraints that exclude each other are said: %j',
  (descriptor) => {
    expect(() => generators('no').value('code', descriptor)).toThrow(UnsatisfiableError);
  },
);
