import type { Value } from '@tool/scanner-sdk';
import type { Evaluator } from '../evaluator.js';
import { constant, unknown } from '../values/values.js';

const dataFiles = new WeakMap<Evaluator, Map<string, Value>>();

/** A JSON or YAML file as a value. What it says is configuration: another value of a flag is another configuration. */
export function dataOf(evaluator: Evaluator, file: string): Value {
  let known = dataFiles.get(evaluator);
  if (!known) dataFiles.set(evaluator, (known = new Map()));
  let value = known.get(file);
  if (value) return value;
  try {
    value = evaluator.builtins.fromJson(evaluator.host.readData(file));
  } catch {
    value = unknown(`the file ${evaluator.host.portable(file)}, which cannot be read`);
  }
  known.set(file, value);
  return value;
}

/** What a bundler makes a module of whose import asks for the text of its file: a part of the program, and no configuration. */
export function textModule(evaluator: Evaluator, file: string): Value {
  const text = evaluator.host.readText(file);
  return evaluator.record([['default', text === null ? unknown(`the text of ${evaluator.host.portable(file)}`) : constant(text)]]);
}

/** A text of YAML as a value; null when it is none. */
export function dataOfText(evaluator: Evaluator, text: string): Value | null {
  try {
    return evaluator.builtins.fromJson(evaluator.host.parseYaml(text));
  } catch {
    return null;
  }
}
