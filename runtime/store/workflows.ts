import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { basename, dirname, extname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { distance } from 'fastest-levenshtein';
import { validate, type Workflow } from '../../schemas/index.js';
import { writeAtomically } from './atomic-write.js';
import { fileError, isMissing } from './file-error.js';
import { ensureFolder } from './init.js';
import { parseJson, type Position } from './json-text.js';
import { withLock } from './lock.js';
import { orderKeys } from './order-keys.js';
import { storePaths } from './paths.js';
import { displayPath, parseFile, readText } from './read-json.js';
import { UsageError } from './usage-error.js';

const EXTENSIONS = ['.json', '.yaml', '.yml'];

export interface WorkflowFile {
  readonly workflow: Workflow;
  /** Absolute path. */
  readonly file: string;
  /** Path relative to the project, with forward slashes; absolute when it lies elsewhere. */
  readonly shown: string;
  /** Where a value is, or the key that holds it, by JSON pointer (`/steps/0/path`). */
  locate(pointer: string, part?: 'key' | 'value'): Position;
}

/** Absolute paths of all workflow files of a project (or of one folder), also in folders below, in the order of their names. */
export function workflowFiles(root: string, folder: string = storePaths(root).workflows): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true, recursive: true })
      .filter((entry) => !entry.isDirectory() && !entry.name.startsWith('.') && EXTENSIONS.includes(extname(entry.name).toLowerCase()))
      .map((entry) => join(entry.parentPath, entry.name))
      .sort();
  } catch (error) {
    if (isMissing(error)) return [];
    throw fileError(error, 'read', folder);
  }
}

/**
 * Reads one workflow file, JSON or YAML by its extension.
 * @param given its text, when that is not the one on the disk
 * @throws UsageError with the line and column of everything that is wrong; also when there is no such file
 */
export async function readWorkflow(root: string, file: string, given?: string): Promise<WorkflowFile> {
  const shown = inside(root, file) ? displayPath(file, root) : file;
  const text = given ?? readText(file);
  if (text === null)
    throw new UsageError({
      what: `There is no workflow file ${shown}.`,
      why: '',
      help: 'See `tool simulate workflow --list` for those there are.',
    });
  const language = await languageOf(file);
  const workflow = parseFile('workflow', text, file, inside(root, file) ? root : dirname(file), {
    purpose: 'It says which requests are sent, and a misread one would be sent to your server.',
    help: 'Correct the places above.',
    check: ({ duplicates }) =>
      duplicates.map(
        ({ key, position }) => `${position.line}:${position.column} the key "${key}" is there twice; only the last one would count`,
      ),
    ...(language && { language }),
  });
  const parse = language?.parse ?? parseJson;
  let parsed: ReturnType<typeof parse> | undefined;
  return { workflow, file, shown, locate: (pointer, part) => (parsed ??= parse(text)).locate(pointer, part) };
}

/** YAML is loaded when a file needs it: most projects have none. */
const languageOf = async (file: string) =>
  extname(file).toLowerCase() === '.json' ? undefined : { name: 'YAML', parse: (await import('./yaml-text.js')).parseYaml };

/**
 * The file that a person names: a path (from the current folder, the project or `.tool/workflows`), a file name with or
 * without its extension, or the name that a workflow has in its file.
 * @throws UsageError with the nearest names, or when several workflows have that name
 */
export async function findWorkflow(root: string, named: string, workingDirectory = process.cwd()): Promise<WorkflowFile> {
  const folder = storePaths(root).workflows;
  for (const base of [workingDirectory, root, folder]) {
    for (const extension of ['', ...EXTENSIONS]) {
      const file = resolve(base, named + extension);
      if (EXTENSIONS.includes(extname(file).toLowerCase()) && existsSync(file)) return readWorkflow(root, file);
    }
  }
  const files = workflowFiles(root);
  const names = new Map<string, string[]>();
  for (const file of files) {
    const name = await nameIn(file);
    for (const known of new Set([name, relative(folder, file).split(sep).join('/'), basename(file, extname(file))])) {
      if (known !== undefined) names.set(known, [...(names.get(known) ?? []), file]);
    }
  }
  const found = names.get(named) ?? [];
  if (found.length === 1) return readWorkflow(root, found[0]!);
  if (found.length > 1) {
    throw new UsageError({
      what: `${found.length} workflows are called "${named}": ${found.map((file) => displayPath(file, root)).join(', ')}.`,
      why: '',
      help: 'Name one of the files.',
    });
  }
  const near = [...names.keys()]
    .map((name) => ({ name, away: distance(name.toLowerCase(), named.toLowerCase()) }))
    .filter(({ name, away }) => away <= Math.max(2, named.length / 3) || name.toLowerCase().includes(named.toLowerCase()))
    .sort((a, b) => a.away - b.away)
    .slice(0, 3)
    .map(({ name }) => `"${name}"`);
  throw new UsageError({
    what: `There is no workflow "${named}".`,
    why: '',
    help:
      near.length > 0
        ? `Did you mean ${near.join(' or ')}?`
        : files.length > 0
          ? 'See `tool simulate workflow --list` for those there are.'
          : `The project has none yet. Put files into ${displayPath(folder, root)}, or make one with \`tool workflow scaffold <METHOD> <path>\`.`,
  });
}

/** The name in a file, if that can be read: a damaged file elsewhere must not keep a person from running another one. */
async function nameIn(file: string): Promise<string | undefined> {
  try {
    const text = readText(file);
    const value = text === null ? null : ((await languageOf(file))?.parse ?? parseJson)(text).value;
    const name = (value as { readonly name?: unknown } | null)?.name;
    return typeof name === 'string' ? name : undefined;
  } catch {
    return undefined;
  }
}

/** The bytes of a workflow file: keys in the order of the schema, two spaces, a final newline. */
export async function formatWorkflow(workflow: Workflow, language: 'json' | 'yaml' = 'json'): Promise<string> {
  const ordered = orderKeys('workflow', workflow);
  return language === 'json' ? `${JSON.stringify(ordered, null, 2)}\n` : (await import('yaml')).stringify(ordered, { lineWidth: 0 });
}

/** `Buy a book!` → `buy-a-book.json` */
export const workflowFileName = (name: string, language: 'json' | 'yaml' = 'json'): string =>
  `${
    name
      .normalize('NFKD')
      .replace(/[\u0300-\u036f]/g, '')
      .toLowerCase()
      .replace(/[^a-z\d]+/g, '-')
      .replace(/^-+|-+$/g, '')
      .slice(0, 80) || 'workflow'
  }.${language}`;

export interface WriteWorkflowOptions {
  /** Path below `.tool/workflows`. Default: made from the name. Its extension decides between JSON and YAML. */
  readonly file?: string;
  /** Whether a file that says something else may be replaced. Default: false. */
  readonly replace?: boolean;
  readonly now?: () => Date;
}

/**
 * Writes a workflow into `.tool/workflows`. `generatedAt` is set when something else is new.
 * @throws UsageError when the workflow is not valid, when its path leads out of the folder, when another workflow would be
 * overwritten, and when comments of a person would be lost
 */
export async function writeWorkflow(
  root: string,
  workflow: Workflow,
  options: WriteWorkflowOptions = {},
): Promise<{ readonly file: string; readonly written: boolean }> {
  const check = validate('workflow', workflow);
  if (!check.ok) {
    throw new UsageError({
      what: 'The workflow is not valid.',
      why: check.errors
        .slice(0, 8)
        .map((error) => `\n  ${error.pointer || '/'} ${error.message}`)
        .join(''),
      help: 'Correct these places. Nothing was written.',
    });
  }
  const file = fileBelow(root, options.file ?? workflowFileName(workflow.name));
  const language = extname(file).toLowerCase() === '.json' ? ('json' as const) : ('yaml' as const);
  const { generatedAt: _before, ...content } = workflow;
  const text = await formatWorkflow({ ...content, generatedAt: (options.now?.() ?? new Date()).toISOString() }, language);
  const yaml = language === 'yaml' ? await import('./yaml-text.js') : undefined;
  const contentOf = async (given: Workflow): Promise<string> => {
    const { generatedAt: _time, ...rest } = given;
    return formatWorkflow(rest);
  };
  const wanted = await contentOf(workflow);
  return withLock(root, async () => {
    const before = readText(file);
    const shown = displayPath(file, root);
    if (before !== null) {
      if ((await contentOf((await readWorkflow(root, file)).workflow)) === wanted) return { file, written: false };
      if (options.replace !== true)
        throw new UsageError({
          what: `${shown} is there already, and says something else.`,
          why: 'It would be overwritten.',
          help: 'Choose another name, or say that it shall be replaced.',
        });
      if (yaml?.hasComments(before))
        throw new UsageError({
          what: `${shown} has comments.`,
          why: 'They would be lost.',
          help: 'Edit the file by hand, or delete it first.',
        });
    }
    ensureFolder(root);
    writeAtomically(file, text);
    return { file, written: true };
  });
}

/** A path below the folder of workflows, also after symbolic links: names come from assistants, too. */
function fileBelow(root: string, given: string): string {
  const folder = storePaths(root).workflows;
  const extension = extname(given).toLowerCase();
  const file = resolve(folder, EXTENSIONS.includes(extension) ? given : `${given}.json`);
  const outside = (): UsageError =>
    new UsageError({
      what: `"${given}" is no file below ${displayPath(folder, root)}.`,
      why: 'Workflows are written nowhere else.',
      help: 'Give a name, or a path below that folder.',
    });
  // Hidden files are not listed, so one that is written would be lost.
  if (given.includes('\0') || !inside(folder, file) || given.split(/[\\/]/).some((part) => part.startsWith('.'))) throw outside();
  let present = dirname(file);
  while (!existsSync(present)) present = dirname(present);
  if (inside(folder, present) || present === folder) {
    const real = existsSync(folder) ? realpathSync(folder) : folder;
    if (present !== folder && !inside(real, realpathSync(present))) throw outside();
    if (existsSync(file) && !inside(real, realpathSync(file))) throw outside();
  }
  return file;
}

function inside(folder: string, file: string): boolean {
  const path = relative(folder, file);
  return path !== '' && path !== '..' && !path.startsWith(`..${sep}`) && !isAbsolute(path);
}
