import path from 'node:path';
import { ModuleResolution } from './frontend/resolution/module-resolution.js';
import { ProjectFiles, type FileEntry } from './frontend/sources/project-files.js';
import { SourceGraph } from './frontend/resolution/source-graph.js';

/**
 * Which file imports which, without running or parsing anything: each file is read once, when its imports are asked for. All paths are
 * relative to the root, with forward slashes.
 * @param root absolute path of the project
 * @param gone files that are not there any more; imports of them still lead to them
 */
export function importGraph(root: string, gone: readonly string[] = []): { importsOf(file: string): readonly string[] } {
  const files = new FilesWithGone(root, gone);
  const resolution = new ModuleResolution(
    files,
    () => false,
    () => undefined,
  );
  const graph = new SourceGraph(
    files,
    resolution,
    () => false,
    () => new Set(),
    () => false,
  );
  return { importsOf: (file) => graph.of(path.join(files.root, file)).files.map((target) => files.display(target)) };
}

/** The files of a project as they are, and in their folders those that were deleted, so that what imported them can be found. */
class FilesWithGone extends ProjectFiles {
  private readonly added = new Map<string, Map<string, boolean>>();

  constructor(root: string, gone: readonly string[]) {
    super(root);
    for (const name of gone) {
      let child = path.join(this.root, name);
      for (let directory = false; child !== this.root && child !== path.dirname(child); directory = true) {
        const folder = path.dirname(child);
        const entries = this.added.get(folder) ?? new Map<string, boolean>();
        this.added.set(folder, entries);
        entries.set(path.basename(child), entries.get(path.basename(child)) === true || directory);
        child = folder;
      }
    }
  }

  override exists(file: string): ReturnType<ProjectFiles['exists']> {
    const found = super.exists(file);
    const directory = found === 'nothing' ? this.added.get(path.dirname(file))?.get(path.basename(file)) : undefined;
    return directory === undefined ? found : directory ? 'directory' : 'file';
  }

  override readDirectory(folder: string): readonly FileEntry[] | null {
    const entries = super.readDirectory(folder);
    const added = this.added.get(folder);
    if (added === undefined) return entries;
    const present = new Set((entries ?? []).map(({ name }) => name));
    return [...(entries ?? []), ...[...added].filter(([name]) => !present.has(name)).map(([name, directory]) => ({ name, directory }))];
  }
}
