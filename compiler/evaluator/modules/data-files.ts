import type { Value } from '@tool/scanner-sdk';
import type { Evaluator } from '../evaluator.js';
import { constant, unknown } from '../values/values.js';

const dataFiles = new WeakMap<Evaluator, Map<string, Value>>();
/** What texts say that a program reads again and again: each request that looks something up in a file may parse all of it. */
const parsedTexts = new WeakMap<Evaluator, Map<string, unknown>>();

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

/** A text of YAML as a value; null when it is none. Each call gets one of its own, which the program may change. */
export function dataOfText(evaluator: Evaluator, text: string): Value | null {
  let known = parsedTexts.get(evaluator);
  if (!known) parsedTexts.set(evaluator, (known = new Map()));
  try {
    if (!known.has(text)) known.set(text, evaluator.host.parseYaml(text));
    return evaluator.builtins.fromJson(known.get(text));
  } catch {
    return null;
  }
}
