import { createRequire } from 'node:module';
import { expect } from '@jest/globals';
import type { Json, Shape } from '@tool/ir';
import fc from 'fast-check';
import { evaluateSchemas, type Seen } from './evaluate-schemas.js';
import { inputsFor, randomOf } from './inputs.js';
import { shapeToJsonSchema } from './shape-to-json-schema.js';

const require = createRequire(import.meta.url);
const { Ajv } = require('ajv') as { Ajv: new (options: object) => { compile(schema: object): (data: unknown) => boolean } };
const addFormats = require('ajv-formats') as { default: (ajv: object) => void };
const ajv = new Ajv({ strict: false, logger: false });
addFormats.default(ajv);

export interface Library {
  /** Source that imports the library, as the evaluated program has it. */
  readonly prelude: string;
  /** Names that the expressions use → what they are for real. */
  readonly names: Readonly<Record<string, unknown>>;
  /** Schema expressions of the library. */
  readonly schemas: fc.Arbitrary<string>;
  readonly accepts: (schema: unknown, input: Json) => boolean | Promise<boolean>;
  /** Inputs on which the library and a shape are known to differ, for a reason stated at the definition. */
  readonly excluded?: (input: Json, expression: string, shape: Shape) => boolean;
  /** What happens to members that a closed object of this schema does not know; `refused` unless it says otherwise. */
  readonly unknownMembers?: (expression: string) => UnknownMembers;
}

/**
 * Members that a closed object does not know make it fail, are dropped without a word, or one or the other from object to object. The shape is
 * the same in all three: it says what the program gets. Where it differs, inputs whose fate hangs on such members are left out.
 */
export type UnknownMembers = 'refused' | 'dropped' | 'mixed';

export interface Counts {
  schemas: number;
  inputs: number;
  accepted: number;
}

/**
 * Schemas are evaluated statically and run for real on inputs made from the static shape; both must accept the same ones. Returns what was compared,
 * so that a test can say that it compared something.
 */
export async function compareWithLibrary(library: Library): Promise<Counts> {
  const names = Object.keys(library.names);
  const values = names.map((name) => library.names[name]);
  return compareClasses({
    classes: library.schemas,
    evaluate: (expressions) => evaluateSchemas(library.prelude, expressions),
    real: (expressions) => expressions.map((expression) => made(expression, values, names)),
    accepts: library.accepts,
    excluded: library.excluded ?? (() => false),
    unknownMembers: library.unknownMembers ?? (() => 'refused'),
  });
}

export interface Comparison {
  readonly classes: fc.Arbitrary<string>;
  readonly evaluate: (sources: readonly string[]) => readonly Seen[];
  /** What they are for real, in the same order; undefined for what the library refuses to make. */
  readonly real: (sources: readonly string[]) => readonly unknown[];
  readonly accepts: Library['accepts'];
  readonly excluded: (input: Json, source: string, shape: Shape) => boolean;
  readonly unknownMembers: (source: string) => UnknownMembers;
}

/** The same for anything that is evaluated and run: schemas, classes. */
export async function compareClasses(comparison: Comparison): Promise<Counts> {
  const counts: Counts = { schemas: 0, inputs: 0, accepted: 0 };
  await fc.assert(
    fc.asyncProperty(fc.array(comparison.classes, { minLength: 1, maxLength: 24, size: 'max' }), async (sources) => {
      const seen = comparison.evaluate(sources);
      const all = comparison.real(sources);
      for (const [index, source] of sources.entries()) {
        const { shape } = seen[index]!;
        if (shape === null) throw new Error(`no schema: ${source}`);
        const real = all[index];
        if (real === undefined) continue;
        const unknownMembers = comparison.unknownMembers(source);
        const [closed, lenient] = [ajv.compile(shapeToJsonSchema(shape, false)), ajv.compile(shapeToJsonSchema(shape, true))];
        counts.schemas++;
        for (const input of inputsFor(shape, randomOf(source), unknownMembers !== 'mixed')) {
          if (comparison.excluded(input, source, shape) || (unknownMembers === 'mixed' && closed(input) !== lenient(input))) continue;
          counts.inputs++;
          const [accepted, stated] = [
            await comparison.accepts(real, structuredClone(input)),
            unknownMembers === 'dropped' ? lenient(input) : closed(input),
          ];
          if (accepted) counts.accepted++;
          if (accepted !== stated)
            throw new Error(
              `${source}\n  ${accepted ? 'accepts' : 'refuses'} ${JSON.stringify(input)}\n  static shape: ${JSON.stringify(shape)}`,
            );
        }
      }
    }),
    { numRuns: 34, interruptAfterTimeLimit: 60_000, markInterruptAsFailure: false },
  );
  return counts;
}

/** What the expression is for real; undefined when the library itself refuses to make it: such a program does not start. */
function made(expression: string, values: readonly unknown[], names: readonly string[]): unknown {
  const make = new Function(...names, `return (${expression})`) as (...values: readonly unknown[]) => unknown;
  try {
    return make(...values);
  } catch {
    return undefined;
  }
}

/** A list stands where the shape has an object: some libraries take it for one. */
export function hasListForObject(input: Json, shape: Shape): boolean {
  if (shape.kind === 'union') return shape.alternatives!.some((each) => hasListForObject(input, each));
  if (shape.kind === 'array')
    return Array.isArray(input) && shape.items !== undefined && input.some((each: Json) => hasListForObject(each, shape.items!));
  if (shape.kind !== 'object' || typeof input !== 'object' || input === null) return false;
  const members = input as Readonly<Record<string, Json>>;
  return (
    Array.isArray(input) ||
    (shape.properties ?? []).some(
      (property) => members[property.name] !== undefined && hasListForObject(members[property.name]!, property.shape),
    )
  );
}

/** Enough was compared for the result to mean something, and both answers occurred. */
export function expectCompared(counts: Counts): void {
  expect(counts.schemas).toBeGreaterThan(250);
  expect(counts.accepted).toBeGreaterThan(counts.inputs / 20);
  expect(counts.accepted).toBeLessThan(counts.inputs * 0.95);
}

export const names = ['alpha', 'beta', 'gamma', 'delta'];
export const memberNames = fc.uniqueArray(fc.constantFrom(...names), { minLength: 0, maxLength: 4 });
export const small = fc.integer({ min: 1, max: 6 });
/** One of the templates, with whole numbers for `#` (small) and `@` (larger than any `#`). */
export const templates = (...all: readonly string[]): fc.Arbitrary<string> =>
  fc.tuple(fc.constantFrom(...all), fc.infiniteStream(small)).map(([template, numbers]) =>
    template.replace(/[#@]/g, (mark) => {
      const { value } = numbers.next() as { value: number };
      return String(mark === '#' ? value : value + 6);
    }),
  );

export interface Parts {
  readonly leaf: fc.Arbitrary<string>;
  /** Templates in which `$` stands for another schema. */
  readonly wrap: readonly string[];
  /** An object of members that are schemas. */
  readonly object: (members: string) => fc.Arbitrary<string>;
  readonly member?: readonly string[];
}

/** Schema expressions of bounded depth from their parts. */
export function schemaExpressions(parts: Parts): fc.Arbitrary<string> {
  const { schema } = fc.letrec<{ schema: string; object: string; wrapped: string }>((tie) => ({
    schema: fc.oneof({ maxDepth: 3, depthSize: 'small' }, parts.leaf, tie('wrapped'), tie('object')),
    wrapped: fc.tuple(templates(...parts.wrap), tie('schema')).map(([template, inner]) => template.replaceAll('$', () => inner)),
    object: fc
      .tuple(memberNames, fc.infiniteStream(fc.tuple(tie('schema'), fc.constantFrom(...(parts.member ?? ['$'])))))
      .chain(([keys, stream]) =>
        parts.object(
          keys
            .map((key) => {
              const { value } = stream.next() as { value: [string, string] };
              return `${key}: ${value[1].replaceAll('$', () => value[0])}`;
            })
            .join(', '),
        ),
      ),
  }));
  return schema;
}
