import { createHash } from 'node:crypto';
import { fromFiles, isSealed, seal, toFiles, type SplitFiles } from '../../backends/split-yaml/index.js';
import { validate, type Model } from '../../schemas/index.js';
import { endpointKey, normaliseModel, orderModel, sameJson } from '../store/index.js';
import { count } from './count.js';
import { someOf } from './some-of.js';
import { UsageError } from './usage-error.js';

const SHOWN = 8;
const hash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);

/** The files that an export writes. */
export const splitYamlOf = (model: Model): SplitFiles => seal(toFiles(orderModel(model)), hash);

/** Whether nobody edited the files since an export wrote them. */
export const isUntouched = (files: SplitFiles): boolean => isSealed(files, hash);

/** Whether two sets of files hold the same texts. */
export const isSameText = (a: SplitFiles, b: SplitFiles): boolean =>
  a.size === b.size && [...a].every(([name, text]) => b.get(name) === text);

/**
 * The model that the files of a split YAML layout hold.
 * @throws UsageError with file, line and column of everything that is wrong
 */
export function modelOfFiles(files: SplitFiles): Model {
  const read = fromFiles(files);
  const result = validate('model', normaliseModel(read.value));
  const mistakes =
    read.problems.length > 0 || result.ok
      ? read.problems
      : result.errors.map((error) => ({ ...read.locate(error.pointer), message: error.message }));
  if (mistakes.length > 0 || !result.ok) {
    const listed = mistakes.slice(0, SHOWN).map(({ file, line, column, message }) => `\n  .tool/${file}:${line}:${column} ${message}`);
    const more = mistakes.length > SHOWN ? `\n  and ${mistakes.length - SHOWN} more` : '';
    throw new UsageError(
      `The split YAML files are not a valid model.${listed.join('')}${more}`,
      'Correct the places above, or write the files again from model.json with `tool model export --yaml --force`.',
    );
  }
  return orderModel(result.value);
}

/** Where two models differ, in a few words: `GET /users, project`. Empty when they say the same; when they were written does not matter. */
export function disagreements(a: Model, b: Model): string[] {
  const [left, right] = [byKey(a), byKey(b)];
  const differing = [...new Set([...left.keys(), ...right.keys()])].filter((key) => !sameJson(left.get(key), right.get(key))).sort();
  const further = [...new Set([...Object.keys(a), ...Object.keys(b)])].filter(
    (key) => key !== 'endpoints' && key !== 'generatedAt' && !sameJson((a as unknown as Fields)[key], (b as unknown as Fields)[key]),
  );
  return [...differing, ...further];
}

type Fields = Readonly<Record<string, unknown>>;

/** A list for each key: a bad merge can leave two endpoints with the same method and path. */
function byKey(model: Model): Map<string, unknown[]> {
  const all = new Map<string, unknown[]>();
  for (const endpoint of model.endpoints) all.set(endpointKey(endpoint), [...(all.get(endpointKey(endpoint)) ?? []), endpoint]);
  return all;
}

/**
 * What to tell when the split YAML layout says something else than model.json, and how to settle it; null when they agree.
 * @param files the layout as it was read
 */
export function disagreementNote(json: Model, yaml: Model, files: SplitFiles): string | null {
  const differing = disagreements(json, yaml);
  if (differing.length === 0) return null;
  const places = someOf(differing, 3);
  const remedy = isUntouched(files)
    ? 'Nobody edited the YAML files since they were written, so model.json is newer: run `tool model export --yaml`.'
    : 'The YAML files were edited: `tool model import --yaml` takes them over into model.json, `tool model export --yaml --force` writes them again from it.';
  return `model.json and the split YAML files disagree in ${count(differing.length, 'place')}: ${places}. ${remedy}`;
}
