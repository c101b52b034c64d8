import type { Config } from '../../schemas/index.js';
import { storePaths } from './paths.js';
import { readJson } from './read-json.js';

/**
 * The configuration of a project; null when it has none.
 * @param from the folder from which messages name its file: that of the repository
 * @throws UsageError with the line and column of everything that is wrong
 */
export const readConfig = (root: string, from = root): Config | null =>
  readJson('config', storePaths(root).config, from, {
    purpose: 'The settings in it would be ignored, and the result would be a different one.',
    help: 'Correct the places above. "tool init" writes a valid file where there is none.',
    check: ({ duplicates }) =>
      duplicates.map(
        ({ key, position }) => `${position.line}:${position.column} the key "${key}" is there twice; only the last one would count`,
      ),
  });
