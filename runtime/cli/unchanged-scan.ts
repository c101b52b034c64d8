import { recallScan } from '../project/scan-cache.js';
import { findRoot } from '../project/project-root.js';
import { stagedRecords, stagedTexts } from '../project/staged-files.js';
import { describeScan } from './describe-scan.js';
import { ignoreClosedPipes } from './closed-pipes.js';
import { createStyle, wantsColour } from './style.js';

const FLAGS: ReadonlySet<string> = new Set(['--json', '--quiet', '--verbose', '--check', '--staged']);

/**
 * `tool scan` of a project in which nothing changed since the last one: says what that one said and loads neither the compiler nor the
 * parser of arguments.
 * @returns the exit code; null when the scan has to be made, or the arguments ask for more than this
 */
export function unchangedScan(argv: readonly string[]): number | null {
  const asked = readArguments(argv.slice(1));
  if (asked === null) return null;
  const check = asked.flags.has('--check');
  let root: string;
  try {
    root = findRoot(asked.project);
    if (asked.flags.has('--staged') && !(check && stagedTexts(root).size === 0 && stagedRecords(root).length === 0)) return null;
  } catch {
    return null;
  }
  const servers = recallScan(root);
  if (servers === null) return null;
  ignoreClosedPipes();
  const { document, text } = describeScan(servers, asked.flags.has('--verbose'), performance.now());
  if (asked.flags.has('--json')) {
    const checks = servers.map(({ folder }) => ({ folder, check: { stale: false } }));
    process.stdout.write(`${JSON.stringify({ ...document, ...(check && { checks }) }, null, 2)}\n`);
  } else if (!asked.flags.has('--quiet')) {
    const style = createStyle(wantsColour(process.stdout, process.env));
    process.stdout.write(`${check ? servers.map(({ model }) => style.green(`${model} is up to date.`)).join('\n') : text(style)}\n`);
  }
  return 0;
}

/** Only what is plain: everything else is for the parser to judge. */
function readArguments(words: readonly string[]): { readonly flags: ReadonlySet<string>; readonly project?: string } | null {
  const flags = new Set<string>();
  let project: string | undefined;
  for (let at = 0; at < words.length; at++) {
    const word = words[at]!;
    if (FLAGS.has(word) && !flags.has(word)) {
      flags.add(word);
      continue;
    }
    const value = word === '--project' ? words[++at] : word.startsWith('--project=') ? word.slice('--project='.length) : undefined;
    if (value === undefined || value === '' || value.startsWith('-') || project !== undefined) return null;
    project = value;
  }
  return { flags, ...(project !== undefined && { project }) };
}
