import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { validate } from '../../schemas/index.js';
import { writeAtomically } from './atomic-write.js';
import { fileError } from './file-error.js';
import { withLock } from './lock.js';
import { emptyModel, formatModel } from './model-file.js';
import { orderKeys } from './order-keys.js';
import { storePaths } from './paths.js';
import { displayPath, readText } from './read-json.js';
import { parseJson } from './json-text.js';

export interface InitResult {
  /** Files and folders that were made, relative to the root. */
  readonly created: readonly string[];
  /** Those that were there already, and stay as they are. */
  readonly kept: readonly string[];
}

/** State that is made again or that holds credentials: nothing of it belongs into version control. */
export const IGNORED = ['memory.json', 'changes.json', 'runs/', 'activity/', 'cache/', '*.tmp'] as const;

/**
 * Makes what a project needs and does not have: `tool.config.json`, `.tool/` with its ignore rules, an empty model.
 * What is there is never touched, except that missing ignore rules are added.
 */
export function initProject(root: string, now: () => Date = () => new Date()): Promise<InitResult> {
  const created: string[] = [];
  const kept: string[] = [];
  const paths = storePaths(root);
  const note = (file: string, made: boolean): void => {
    (made ? created : kept).push(displayPath(file, root));
  };
  const folderIsNew = !existsSync(paths.folder);
  return withLock(root, () => {
    const name = projectName(root);
    const hasConfig = readText(paths.config) !== null;
    if (!hasConfig) writeAtomically(paths.config, formatConfig(name, schemaReference(root, created)));
    note(paths.config, !hasConfig);
    note(paths.folder, folderIsNew);
    note(paths.ignoreRules, ensureFolder(root));
    const hasModel = readText(paths.model) !== null;
    if (!hasModel) writeAtomically(paths.model, formatModel(emptyModel(name, now())));
    note(paths.model, !hasModel);
    return { created, kept };
  });
}

/**
 * Makes `.tool/` and its ignore rules. Rules that a person added stay, and rules that are missing are added: a token that is
 * committed once is out.
 * @returns whether the file with the rules was made or changed
 */
export function ensureFolder(root: string): boolean {
  const { folder, ignoreRules } = storePaths(root);
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    throw fileError(error, 'write', folder);
  }
  const text = readText(ignoreRules);
  const present = new Set((text ?? '').split(/\r?\n/).map((line) => line.trim().replace(/^\//, '')));
  const missing = IGNORED.filter((rule) => !present.has(rule) && !present.has(`!${rule}`));
  if (missing.length === 0) return false;
  const head =
    text === null
      ? '# Generated state, and credentials. model.json and workflows/ are meant to be committed.\n'
      : text === '' || text.endsWith('\n')
        ? text
        : `${text}\n`;
  writeAtomically(ignoreRules, `${head}${missing.join('\n')}\n`);
  return true;
}

const formatConfig = (name: string, schema: string): string => {
  const config = { $schema: schema, name };
  const check = validate('config', config);
  if (!check.ok) throw new Error(`the configuration that init writes is not valid: ${check.errors[0]?.message ?? ''}`);
  return `${JSON.stringify(orderKeys('config', config), null, 2)}\n`;
};

/**
 * Where an editor finds the schema: in the installed package, which every checkout of the project has, or in a copy of it
 * where the tool is not a dependency of the project.
 */
function schemaReference(root: string, created: string[]): string {
  const installed = 'node_modules/tool/schemas/config.schema.json';
  if (existsSync(join(root, installed))) return `./${installed}`;
  const copy = join(storePaths(root).folder, 'config.schema.json');
  const had = existsSync(copy);
  writeAtomically(copy, readFileSync(new URL('../../../schemas/config.schema.json', import.meta.url), 'utf8'));
  if (!had) created.push(displayPath(copy, root));
  return './.tool/config.schema.json';
}

/** The name in package.json, or that of the folder. A package.json that cannot be read is not init's to complain about. */
function projectName(root: string): string {
  try {
    const manifest = parseJson(readText(join(root, 'package.json')) ?? '{}').value as { readonly name?: unknown } | null;
    if (typeof manifest?.name === 'string' && manifest.name !== '') return manifest.name;
  } catch {
    /* the folder has a name in any case */
  }
  return basename(root);
}
