import { execFileSync } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { isUsageError, UsageError } from './usage-error.js';

/** Files that a scan reads; of other changes a commit says nothing that the model says. */
const READ = /\.(?:[cm]?[jt]s|[jt]sx|json|ya?ml|vue)$/;

/**
 * The files of a repository that the next commit has otherwise than the working tree: by absolute path the text that is staged, null for a file that
 * is not in the commit.
 * @throws UsageError outside a repository, and where split YAML files are staged otherwise than they are
 */
export function stagedTexts(root: string): ReadonlyMap<string, string | null> {
  const top = git(root, 'rev-parse', '--show-toplevel')?.trimEnd();
  if (top === undefined)
    throw new UsageError(`${root} is in no git repository, so nothing is staged.`, 'Leave --staged away, or run `git init` first.');
  const list = (...words: string[]): string[] =>
    git(top, ...words, '-z')
      ?.split('\0')
      .filter((file) => READ.test(file)) ?? [];
  const changed = list('diff', '--name-only', '--diff-filter=d', '--no-ext-diff', '--ignore-submodules');
  const split = changed.find((file) => /(?:^|\/)\.tool\/(?:api\.yaml|paths\/|security\/)/.test(file));
  if (split !== undefined)
    throw new UsageError(
      `${split} is staged otherwise than it is in the working tree, which is what a check reads.`,
      `Run \`git add ${split}\`, or take the change back.`,
    );
  const folder = realpathSync(top);
  return new Map([
    ...changed.map((file) => [join(folder, file), git(top, 'show', `:${file}`)] as const),
    ...list('ls-files', '--others', '--exclude-standard').map((file) => [join(folder, file), null] as const),
  ]);
}

/** What people write in `.tool` beside the model. */
const WRITTEN = /(?:^|\/)\.tool\/(?:api\.yaml|(?:paths|security)\/[^/]+\.ya?ml|workflows\/.+\.(?:json|ya?ml))$/i;

/** The workflows and split YAML files below a root that the next commit adds or changes, absolute. */
export function stagedRecords(root: string): string[] {
  const folder = realpathSync(root);
  const names = git(folder, 'diff', '--cached', '--name-only', '--diff-filter=d', '--no-ext-diff', '--relative', '-z', '--', '.') ?? '';
  return names.split('\0').flatMap((file) => (WRITTEN.test(file) ? [join(folder, file)] : []));
}

/** A staged file that no command could read. */
export interface DamagedRecord {
  /** Relative to the root, POSIX. */
  readonly file: string;
  readonly message: string;
  readonly help: string;
}

/**
 * What is wrong with the workflows and split YAML files that the next commit adds or changes.
 * @param staged what the next commit has otherwise than the working tree
 */
export async function damagedRecords(root: string, staged: ReadonlyMap<string, string | null>): Promise<DamagedRecord[]> {
  const found: DamagedRecord[] = [];
  const files = stagedRecords(root);
  if (files.length === 0) return found;
  const [{ readSplitFiles, readWorkflow }, { modelOfFiles }] = await Promise.all([import('../store/index.js'), import('./split-yaml.js')]);
  const split = new Map<string, string>();
  const attempt = async (file: string, read: () => unknown): Promise<void> => {
    try {
      await read();
    } catch (error) {
      if (!isUsageError(error)) throw error;
      found.push({
        file: relative(realpathSync(root), file).split(sep).join('/'),
        message: error.message,
        help: error.help ?? 'Correct it.',
      });
    }
  };
  for (const file of files) {
    const [, server, below] = /^(.*)[\\/]\.tool[\\/](.*)$/.exec(file)!;
    if (below!.startsWith('workflows')) await attempt(file, () => readWorkflow(server!, file, staged.get(file) ?? undefined));
    else if (!split.has(server!)) split.set(server!, file);
  }
  for (const [server, file] of split)
    await attempt(file, () => {
      const texts = [...(readSplitFiles(server) ?? [])].filter(([name]) => staged.get(join(server, '.tool', name)) !== null);
      if (texts.length > 0) modelOfFiles(new Map(texts));
    });
  return found;
}

function git(folder: string, ...words: readonly string[]): string | null {
  try {
    return execFileSync('git', words, {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      maxBuffer: 2 ** 30,
      windowsHide: true,
    });
  } catch {
    return null;
  }
}
