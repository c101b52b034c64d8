import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Model } from '../../schemas/index.js';
import { readModel, readSplitFiles, storePaths } from '../store/index.js';
import { someOf } from './some-of.js';
import { UsageError } from './usage-error.js';

/**
 * The model of a project.
 * @param from the folder from which messages name its file: that of the workspace
 * @throws UsageError when there is none (with the servers below that have one) or when it is damaged
 */
export async function readProjectModel(root: string, from = root): Promise<Model> {
  const model = readModel(root, from);
  if (model !== null) return model;
  throw await noModel(root);
}

export interface ListedModel {
  readonly model: Model;
  readonly source: 'model.json' | 'split YAML';
  /** What model.json and the split YAML layout say differently, and how to settle it. */
  readonly disagreement?: string;
}

/** The same from the split YAML layout, if the project has one. */
export async function readListedModel(root: string, from = root): Promise<ListedModel> {
  const files = readSplitFiles(root);
  if (files === null) return { model: await readProjectModel(root, from), source: 'model.json' };
  const { disagreementNote, modelOfFiles } = await import('./split-yaml.js');
  const model = modelOfFiles(files);
  const json = readModel(root, from);
  const disagreement = json === null ? null : disagreementNote(json, model, files);
  return { model, source: 'split YAML', ...(disagreement !== null && { disagreement }) };
}

/** Folders of the models that belong to a root: the root itself, or servers below it when they have some and it has none. */
export async function modelFolders(root: string): Promise<string[]> {
  const { folder } = storePaths(root);
  if (['model.json', 'api.yaml'].some((name) => existsSync(join(folder, name)))) return ['.'];
  const scanned = await scannedServers(root);
  return scanned.length > 0 ? scanned : ['.'];
}

/** Imports what it needs itself: reading a model must not wait for the adapters. */
async function scannedServers(root: string): Promise<string[]> {
  const [{ readProjectConfig }, { absoluteFolder, serverFolders }] = await Promise.all([
    import('./project-config.js'),
    import('./project-servers.js'),
  ]);
  const folders = serverFolders(root, await readProjectConfig(root)).filter((folder) => folder !== '.');
  return folders.filter((folder) => existsSync(join(absoluteFolder(root, folder), '.tool', 'model.json')));
}

/** Why there is no model, and what to do. */
export async function noModel(root: string): Promise<UsageError> {
  const scanned = await scannedServers(root);
  if (scanned.length > 0)
    return new UsageError(
      `${root} holds several servers, each with its own model: ${someOf(scanned, 10)}.`,
      `Choose one: --project ${scanned[0]}. What works on all of them here: tool scan, inspect, doctor, model list, model validate.`,
    );
  return new UsageError(`There is no model in ${join(root, '.tool')}.`, 'Run `tool scan` here, or name the project with --project.');
}
