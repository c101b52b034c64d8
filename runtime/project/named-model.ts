import { readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Model } from '../../schemas/index.js';
import { emptyModel, parseModel } from '../store/index.js';
import { committedModel } from './committed-model.js';
import { readProjectModel } from './project-model.js';
import { UsageError } from './usage-error.js';

export interface NamedModel {
  readonly model: Model;
  /** What to call it. */
  readonly name: string;
  /** What a person should know of it. */
  readonly note?: string;
}

/**
 * The model that a word on the command line means: a file, else a commit; without a word, that of the project.
 * @throws UsageError when it is neither, or when the model is damaged
 */
export async function modelNamed(root: string, word: string | undefined): Promise<NamedModel> {
  if (word === undefined) return { model: await readProjectModel(root), name: '.tool/model.json' };
  const file = resolve(word);
  const kind = statSync(file, { throwIfNoEntry: false });
  if (kind?.isFile()) return { model: parseModel(readFileSync(file, 'utf8'), word), name: word };
  const model = await committedModel(root, word);
  if (model !== null) return { model, name: word };
  if (kind?.isDirectory())
    throw new UsageError(`"${word}" is a folder.`, `Name the file with the model: ${join(word, '.tool', 'model.json')}`);
  return { model: emptyModel('', new Date(0)), name: word, note: `${word} has no .tool/model.json: everything counts as new.` };
}
