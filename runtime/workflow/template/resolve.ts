import { types } from 'node:util';
import type { Faker } from '@faker-js/faker';
import type { Expression } from './expression.js';
import { TemplateError } from './template-error.js';
import { valueAtPath } from '../../simulate/value-at-path.js';

/** Where the values of templates come from. */
export interface TemplateScope {
  /** Seeded; loaded when the first template asks for it. */
  readonly faker: () => Faker;
  /** A remembered value with its type, or undefined. */
  readonly memory: (scope: string, key: string) => unknown;
  /** Answers that were asked for before the step began. */
  readonly human: (key: string) => string | undefined;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Row of the data file, by column; undefined when there is no data file. */
  readonly data: Readonly<Record<string, unknown>> | undefined;
  /** Element and position in a loop; undefined outside of one. */
  readonly loop: { readonly item: unknown; readonly index: number } | undefined;
}

/**
 * The value of an expression, with its type.
 * @throws TemplateError when there is none: it is never an empty text
 */
export function resolveExpression(expression: Expression, template: string, scope: TemplateScope): unknown {
  switch (expression.kind) {
    case 'memory': {
      const value = scope.memory(expression.scope, expression.key);
      if (value === undefined) {
        throw new TemplateError(
          template,
          'has no value: no step before it captured it, and the memory does not hold it.',
          `Capture it in an earlier step, or set it: tool memory set ${expression.scope}:${expression.key} <value>`,
        );
      }
      return value;
    }
    case 'faker':
      return plain(callFaker(expression, template, scope.faker()));
    case 'human': {
      const answer = scope.human(expression.key);
      if (answer === undefined) throw new TemplateError(template, 'was not answered.', `Set ${humanVariable(expression.key)}.`);
      return answer;
    }
    case 'env': {
      const value = scope.environment[expression.name];
      if (value === undefined)
        throw new TemplateError(template, 'has no value: the environment variable is not set.', `Set ${expression.name}.`);
      return value;
    }
    case 'data': {
      if (scope.data === undefined)
        throw new TemplateError(
          template,
          'has no value: the run has no data.',
          'Name a file with a row for each round: --data <file.csv|file.json>',
        );
      if (!Object.hasOwn(scope.data, expression.column)) {
        throw new TemplateError(
          template,
          'has no value: the row has no such column.',
          `Its columns are ${Object.keys(scope.data).join(', ') || 'none'}.`,
        );
      }
      return scope.data[expression.column];
    }
    case 'item': {
      if (scope.loop === undefined) throw new TemplateError(template, 'stands outside of a loop.', 'Give the step "forEach".');
      if (expression.path === '') return scope.loop.item;
      const value = valueAtPath(scope.loop.item, expression.path);
      if (value === undefined) throw new TemplateError(template, 'has no value: the element of the list has no such field.');
      return value;
    }
    case 'index':
      if (scope.loop === undefined) throw new TemplateError(template, 'stands outside of a loop.', 'Give the step "forEach".');
      return scope.loop.index;
  }
}

/** Environment variable that answers `{{human:<key>}}`. */
export const humanVariable = (key: string): string => `TOOL_HUMAN_${key.toUpperCase().replace(/[^A-Z0-9]/g, '_')}`;

/** Names that lead to data of the library, or would run text that a file brings. */
const CLOSED_GROUPS = new Set(['definitions', 'rawDefinitions', 'constructor', '__proto__', 'prototype']);

/** The generator, or null when the library has none of this name. */
export function findGenerator(faker: Faker, group: string, generator: string): ((...given: readonly unknown[]) => unknown) | null {
  if (CLOSED_GROUPS.has(group) || CLOSED_GROUPS.has(generator) || generator.startsWith('_')) return null;
  const module: unknown = (faker as unknown as Record<string, unknown>)[group];
  if (typeof module !== 'object' || module === null) return null;
  const found: unknown = (module as Record<string, unknown>)[generator];
  return typeof found === 'function' && generator !== 'faker' ? (found as (...given: readonly unknown[]) => unknown).bind(module) : null;
}

/** Every `<group>.<generator>` that templates may name. */
export function generatorNames(faker: Faker): string[] {
  return Object.entries(faker)
    .filter(([group, module]) => !CLOSED_GROUPS.has(group) && typeof module === 'object' && module !== null)
    .flatMap(([group, module]) => {
      const names = new Set<string>();
      for (
        let level: object | null = module as object;
        level !== null && level !== Object.prototype;
        level = Object.getPrototypeOf(level) as object | null
      ) {
        for (const name of Object.getOwnPropertyNames(level)) if (findGenerator(faker, group, name) !== null) names.add(`${group}.${name}`);
      }
      return [...names];
    });
}

type FakerExpression = Extract<Expression, { kind: 'faker' }>;

/** A template is resolved again and again, mostly with the same library object. */
const found = new WeakMap<FakerExpression, { readonly faker: Faker; readonly generator: ReturnType<typeof findGenerator> }>();

function generatorOf(expression: FakerExpression, faker: Faker): ReturnType<typeof findGenerator> {
  const known = found.get(expression);
  if (known?.faker === faker) return known.generator;
  const generator = findGenerator(faker, expression.group, expression.generator);
  found.set(expression, { faker, generator });
  return generator;
}

function callFaker(expression: FakerExpression, template: string, faker: Faker): unknown {
  const generator = generatorOf(expression, faker);
  if (generator === null)
    throw new TemplateError(
      template,
      'names a generator that does not exist.',
      'See https://fakerjs.dev/api for all of them; `tool workflow validate` names the nearest.',
    );
  try {
    return generator(...expression.arguments);
  } catch (error) {
    throw new TemplateError(
      template,
      `cannot be generated: ${error instanceof Error ? error.message : String(error)}`,
      'Correct the arguments.',
    );
  }
}

/** JSON has neither dates nor large whole numbers. */
function plain(value: unknown): unknown {
  // The library may have been run apart from the modules, with a Date of its own.
  if (types.isDate(value)) return value.toISOString();
  return typeof value === 'bigint' ? value.toString() : value;
}
