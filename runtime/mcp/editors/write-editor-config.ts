import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { applyEdits, modify, parse, type ParseError } from 'jsonc-parser';
import { confinePath } from '../../project/confine-path.js';
import { suggest } from '../../project/suggest.js';
import { UsageError } from '../../project/usage-error.js';
import { writeAtomically } from '../../store/index.js';
import { editors, type Editor, type StartCommand } from './index.js';
import { addTomlEntry } from './toml-entry.js';

export interface EditorConfig {
  readonly editor: string;
  /** Absolute path. */
  readonly file: string;
  /** `kept`: the file has the entry already. `different`: it has another entry of the same name, which stays. */
  readonly outcome: 'created' | 'changed' | 'kept' | 'different';
  /** The file as it is, or as it would be. */
  readonly text: string;
  readonly next: string;
}

/** Where the running tool is started from, as a command line that works in other processes. */
export function startCommand(root: string, binary: string): StartCommand {
  // An installed package is started by its name, which every checkout understands; never from the registry, where the name is somebody else's.
  if (existsSync(join(root, 'node_modules', '.bin', 'tool'))) return { command: 'npx', args: ['--no', 'tool', 'mcp'] };
  return { command: process.execPath, args: [binary, 'mcp'] };
}

/**
 * Adds this server to the configuration of a client. Only the entry is added: comments, order and layout of an existing file
 * stay, and an entry of the same name that says something else is not touched.
 * @param binary absolute path of the command line's entry file
 * @throws UsageError for an unknown client, or a file that cannot be read as what it should be; it stays as it is
 */
export function writeEditorConfig(
  root: string,
  name: string,
  binary: string,
  options: { readonly dryRun: boolean; readonly home?: string },
): EditorConfig {
  const editor = editors.find((one) => one.name === name.toLowerCase());
  if (editor === undefined) {
    const names = editors.map((one) => one.name);
    const near = suggest(name, names);
    throw new UsageError(
      `--editor: there is no editor "${name}" here.`,
      near.length > 0 ? `Did you mean "${near[0]}"? Editors: ${names.join(', ')}.` : `Editors: ${names.join(', ')}.`,
      { code: 'editor/unknown', candidates: near },
    );
  }
  const home = options.home ?? homedir();
  const file = editor.place === 'project' ? confinePath(root, editor.file) : join(home, editor.file);
  const start = startCommand(root, binary);
  const entry = editor.entry({ ...start, args: [...start.args, ...projectArguments(editor, root)] });
  const before = existsSync(file) ? readFileSync(file, 'utf8') : null;
  const { text, outcome } =
    editor.format === 'toml' ? addTomlEntry(before, editor, entry, file) : addJsonEntry(before, editor, entry, file);
  if (!options.dryRun && before !== text) writeAtomically(file, text);
  const isOfMachine = editor.place === 'project' && start.command === process.execPath && outcome !== 'different';
  const note = ' This file names paths of this machine: commit it only once the tool is a dependency of the project, and written anew.';
  return { editor: editor.title, file, outcome, text, next: editor.next + (isOfMachine ? note : '') };
}

/** A client that starts servers elsewhere than in the project has to be told where it is. */
const projectArguments = (editor: Editor, root: string): string[] =>
  editor.place === 'home' ? ['--project', root] : editor.rootVariable !== undefined ? ['--project', editor.rootVariable] : [];

function addJsonEntry(
  before: string | null,
  editor: Editor,
  entry: object,
  file: string,
): { text: string; outcome: EditorConfig['outcome'] } {
  if (before === null || before.trim() === '') {
    const value = editor.path.reduceRight<unknown>((inner, key) => ({ [key]: inner }), entry);
    return { text: `${JSON.stringify(value, null, 2)}\n`, outcome: before === null ? 'created' : 'changed' };
  }
  const mark = before.startsWith('\uFEFF') ? '\uFEFF' : '';
  const content = before.slice(mark.length);
  const errors: ParseError[] = [];
  const value: unknown = parse(content, errors, { allowTrailingComma: true });
  const wrong = errors.length > 0 ? 'it is not valid JSON' : obstacle(value, editor);
  if (wrong !== null) throw damaged(file, wrong);
  const existing = valueAt(value, editor);
  if (existing !== undefined) return { text: before, outcome: JSON.stringify(existing) === JSON.stringify(entry) ? 'kept' : 'different' };
  return { text: mark + insert(content, value, editor, entry), outcome: 'changed' };
}

/** Inserts the entry and touches nothing else: the library would lay out its neighbours anew, so the new lines are laid out here. */
function insert(content: string, value: unknown, editor: Editor, entry: object): string {
  const depth = editor.path.findIndex((_, index) => valueAt(value, editor, index + 1) === undefined);
  const rest = editor.path.slice(depth + 1).reduceRight<unknown>((inner, key) => ({ [key]: inner }), entry);
  const unit = /\n([ \t]+)\S/.exec(content)?.[1] ?? '  ';
  const eol = content.includes('\r\n') ? '\r\n' : '\n';
  const margin = unit.repeat(depth + 1);
  const lines = `"${String(editor.path[depth])}": ${JSON.stringify(rest, null, unit)}`
    .split('\n')
    .map((line) => margin + line)
    .join(eol);
  const parentIsEmpty = Object.keys((valueAt(value, editor, depth) as object | undefined) ?? {}).length === 0;
  const [edit] = modify(content, editor.path.slice(0, depth + 1), rest, {});
  if (edit === undefined) return content;
  const before = edit.content.startsWith(',') ? ',' : '';
  const after = edit.content.endsWith(',') ? ',' : '';
  return applyEdits(content, [{ ...edit, content: `${before}${eol}${lines}${after}${parentIsEmpty ? eol + unit.repeat(depth) : ''}` }]);
}

/** What is in the way of the entry: something that is no object where one has to be. */
function obstacle(value: unknown, editor: Editor): string | null {
  let current = value;
  for (const [depth, key] of editor.path.entries()) {
    if (current === undefined) return null;
    if (typeof current !== 'object' || current === null || Array.isArray(current))
      return depth === 0 ? 'it holds no object' : `"${String(editor.path[depth - 1])}" in it is no object`;
    current = (current as Record<string, unknown>)[String(key)];
  }
  return null;
}

/** What stands where the entry belongs, or at the first steps of the way there. */
const valueAt = (value: unknown, editor: Editor, steps = editor.path.length): unknown =>
  editor.path
    .slice(0, steps)
    .reduce<unknown>(
      (current, key) => (typeof current === 'object' && current !== null ? (current as Record<string, unknown>)[String(key)] : undefined),
      value,
    );

const damaged = (file: string, why: string): UsageError =>
  new UsageError(
    `${file} cannot be changed: ${why}.`,
    'Correct it, or add the entry by hand: `--dry-run` in an empty folder prints it. The file was not changed.',
    { code: 'editor/damaged-file' },
  );
