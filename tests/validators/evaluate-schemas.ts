import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Json, Shape } from '@tool/ir';
import { classShape, defineAdapter, jsonSchemaShape, meaningOf, openModule, schemaShape, type Call, type Value } from '@tool/scanner-sdk';
import { lower } from '../../compiler/frontend/lower.js';
import { libraries } from '../../compiler/libraries/registry.js';
import { adapters } from '../../compiler/adapters/registry.js';

export interface Seen {
  /** What `seen(value)` was given: the shape of a schema, of a JSON Schema, or of a class. Null when it is none. */
  readonly shape: Shape | null;
  readonly optional: boolean | null;
  /** The value itself, as literal JSON. */
  readonly json: Json | undefined;
  /** What is not known, and why. */
  readonly unknown: string | null;
  readonly text: string;
}

function look(call: Call, value: Value): Seen {
  const meaning = meaningOf(value);
  const shape =
    schemaShape(call, value) ??
    (call.isFunction(value)
      ? classShape(call, value)
      : value.kind === 'object' && !call.elements(value)
        ? jsonSchemaShape(call, value)
        : null);
  return {
    shape: shape && withoutPlaces(shape),
    optional: meaning?.optional ?? null,
    json: call.json(value),
    unknown: value.kind === 'unknown' ? value.why : null,
    text: call.describe(value),
  };
}

/** The shape without the places of its members. */
export const withoutPlaces = (shape: Shape): Shape =>
  JSON.parse(JSON.stringify(shape, (key, value: unknown) => (key === 'place' ? undefined : value))) as Shape;

/** Evaluates a program that imports `seen` from `probe`, and returns what it was called with, in order. The manifest names Express and the probe. */
export function evaluateProgram(source: string, file = 'index.js'): readonly Seen[] {
  const root = mkdtempSync(path.join(tmpdir(), 'tool-schemas-'));
  const found: Seen[] = [];
  const probe = defineAdapter({
    id: 'probe',
    title: 'probe',
    apiVersion: 1,
    packages: ['probe'],
    modules: {
      probe: (realm) =>
        openModule(realm, 'probe', {
          seen: realm.fn('seen', (call) => {
            found.push(look(call, call.args[0] ?? call.const(undefined)));
          }),
        }),
    },
  });
  try {
    writeFileSync(path.join(root, 'package.json'), JSON.stringify({ name: 'schemas', main: file }));
    writeFileSync(path.join(root, file), source);
    const { program } = lower({ root, adapters: [...adapters, probe], libraries });
    const bugs = program.diagnostics.filter(({ code }) => /crash/.test(code));
    if (bugs.length > 0) throw new Error(bugs.map((bug) => bug.message).join('\n'));
    return found;
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

/** The shapes of schema expressions, evaluated in one program behind a prelude that imports the library. */
export function evaluateSchemas(prelude: string, expressions: readonly string[]): readonly Seen[] {
  const seen = evaluateProgram(
    `const { seen } = require('probe');\n${prelude}\n${expressions.map((expression) => `seen(${expression});`).join('\n')}`,
  );
  if (seen.length !== expressions.length) throw new Error(`${seen.length} of ${expressions.length} schemas were evaluated`);
  return seen;
}
