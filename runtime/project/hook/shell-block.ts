import { existsSync, lstatSync, readFileSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { writeAtomically } from '../../store/index.js';
import { UsageError } from '../usage-error.js';
import type { HookOutcome } from './hook-manager.js';
import { quote, type HookPlace } from './hook-place.js';

export const opening = (project: string): string => `# >>> tool scan --check ${project}`;
const closing = (project: string): string => `# <<< tool scan --check ${project}`;

/**
 * The lines of a shell script that check the model of a project.
 * @param own whether the script belongs to this machine alone, so that the tool that installs the hook can stand in where the project has none
 */
function block({ project }: HookPlace, own: boolean): string {
  const bin = fileURLToPath(new URL('../../cli/bin.js', import.meta.url));
  return `${opening(project)}
# Is the model of the API what the source says? \`tool hook uninstall\` removes these lines.
tool_project=${quote(project)}
if [ -x "$tool_project/node_modules/.bin/tool" ]; then "$tool_project/node_modules/.bin/tool" scan --check --staged --quiet --project "$tool_project" >&2 || exit 1
elif [ -x node_modules/.bin/tool ]; then node_modules/.bin/tool scan --check --staged --quiet --project "$tool_project" >&2 || exit 1
elif command -v tool >/dev/null 2>&1; then tool scan --check --staged --quiet --project "$tool_project" >&2 || exit 1
${own ? `elif [ -f ${quote(bin)} ]; then node ${quote(bin)} scan --check --staged --quiet --project "$tool_project" >&2 || exit 1\n` : ''}else echo 'tool is not installed here: the model of the API was not checked.' >&2
fi
${closing(project)}
`;
}

/** Where the block of a project is in a script; null when there is none. */
function find(text: string, project: string): { start: number; end: number } | null {
  const start = text.indexOf(`${opening(project)}\n`);
  const last = `${closing(project)}\n`;
  const end = start < 0 ? -1 : text.indexOf(last, start);
  return end < 0 ? null : { start, end: end + last.length };
}

const SHELL = /^#!\s*(?:\S*\/env\s+(?:-S\s+)?)?\S*?(?:ba|da|z|k|a)?sh\b/;

/**
 * Puts the block into a script, in front of what is there: a script that ends with `exec` or `exit` would never come to it otherwise.
 * @param file the hook; made when it does not exist
 * @throws UsageError when what is there is no shell script, or a link to a file that others may use
 */
export function installBlock(file: string, place: HookPlace, options: { readonly own: boolean; readonly shebang: boolean }): HookOutcome {
  const wanted = block(place, options.own);
  if (!existsSync(file) && !isLink(file)) {
    writeAtomically(file, `${options.shebang ? '#!/bin/sh\n' : ''}${wanted}`, { mode: 0o755 });
    return { file, state: 'installed' };
  }
  const help = `Add this line to it yourself: tool scan --check --staged --quiet --project ${quote(place.project)}`;
  if (isLink(file)) throw new UsageError(`The hook ${file} is a symbolic link; a change would change the file that it leads to.`, help);
  const text = readFileSync(file, 'utf8');
  const first = text.slice(0, text.indexOf('\n') < 0 ? text.length : text.indexOf('\n'));
  if (text.includes('\0') || (first.startsWith('#!') ? !SHELL.test(first) : options.shebang && text.trim() !== '')) {
    throw new UsageError(`The hook ${file} is no shell script, so no lines can be added to it. It was not changed.`, help);
  }
  const present = find(text, place.project);
  if (present) {
    if (text.slice(present.start, present.end) === wanted) return { file, state: 'unchanged' };
    writeAtomically(file, text.slice(0, present.start) + wanted + text.slice(present.end));
    return { file, state: 'updated' };
  }
  const head = first.startsWith('#!') ? `${first}\n` : '';
  writeAtomically(file, head + wanted + text.slice(head.length), { mode: (lstatSync(file).mode & 0o777) | 0o111 });
  return { file, state: 'installed' };
}

/** Removes the block; a script that held nothing else goes with it. */
export function uninstallBlock(file: string, place: HookPlace): HookOutcome {
  const text = existsSync(file) && !isLink(file) ? readFileSync(file, 'utf8') : '';
  const present = find(text, place.project);
  if (present === null) return { file, state: 'absent' };
  const rest = text.slice(0, present.start) + text.slice(present.end);
  if (/^(?:#![^\n]*)?\s*$/.test(rest)) rmSync(file);
  else writeAtomically(file, rest);
  return { file, state: 'removed' };
}

const isLink = (file: string): boolean => lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() === true;
