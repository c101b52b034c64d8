import type { ts } from '../../typescript/index.js';
import type { Lowering } from '../lowering.js';
import type { ProjectFiles } from '../sources/project-files.js';
import type { Imports } from '../resolution/source-graph.js';

/**
 * What one scan knows of sources, for a whole scan after some of them have changed: nothing else is read, parsed and searched for imports again. What
 * programs do with them is found anew.
 */
export interface KeptSources {
  readonly files: ProjectFiles;
  /** Trees of files that have not changed. Those in which something is wrong are not kept: whoever parses them says so. */
  readonly trees: ReadonlyMap<string, ts.SourceFile>;
  /** What files import that have not changed. */
  readonly imports: ReadonlyMap<string, Imports>;
}

/**
 * What is kept of a lowering; null when something it has said of the project would not be said again.
 * @param changed files whose text is another now, absolute; nothing else has changed
 */
export function keptSources({ files, trees, graph, resolution }: Lowering, changed: readonly string[]): KeptSources | null {
  if (resolution.hasBrokenConfigs || !changed.every((file) => SOURCE.test(file))) return null;
  const others = new Set(changed);
  for (const file of changed) files.readAgain(file);
  const whole = new Map<string, ts.SourceFile>();
  for (const known of [trees.typeTrees, trees.parsed])
    for (const [file, tree] of known) if (tree && !others.has(file) && isWhole(tree)) whole.set(file, tree);
  return { files, trees: whole, imports: new Map([...graph.known].filter(([file]) => !others.has(file))) };
}

const SOURCE = /\.(?:[cm]?[jt]sx?)$/;

const isWhole = (tree: ts.SourceFile): boolean =>
  ((tree as ts.SourceFile & { parseDiagnostics?: readonly ts.Diagnostic[] }).parseDiagnostics ?? []).length === 0;
