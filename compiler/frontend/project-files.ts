import fs from 'node:fs';
import path from 'node:path';

/** Folders that hold no server sources, whatever they are called in. */
const SKIPPED = new Set(['node_modules', '.git', '.hg', '.svn', 'bower_components', 'jspm_packages', '.tool', '.next', '.nuxt', '.svelte-kit', '.turbo', '.cache', '.yarn', '.pnpm-store', 'coverage', '.nyc_output']);
const SOURCE = /\.(?:[cm]?[jt]s|[jt]sx)$/;
/** A larger file is generated or bundled: parsing it would cost more than the rest of the project. */
const MAX_SOURCE = 1_500_000;
const MAX_FILES = 60_000;

export interface FileEntry { readonly name: string; readonly directory: boolean }

/**
 * The files of one repository, read lazily and cached. Nothing outside the repository is visible, symbolic links that lead out included.
 */
export class ProjectFiles {
  readonly root: string;
  /** The folder nothing is read above: the repository (or workspace) that the project belongs to. */
  readonly boundary: string;
  private readonly folders = new Map<string, readonly FileEntry[] | null>();
  private readonly kinds = new Map<string, Map<string, boolean>>();
  private readonly texts = new Map<string, string | null>();
  private readonly manifests = new Map<string, Manifest | null>();
  readonly problems: { readonly path: string; readonly why: string }[] = [];

  constructor(root: string) {
    this.root = fs.realpathSync(root);
    this.boundary = repositoryOf(this.root);
  }

  /** POSIX path relative to the project. */
  display(file: string): string { return path.posix.relative(this.root, file) || '.'; }

  inside(file: string): boolean { return file === this.boundary || file.startsWith(this.boundary === '/' ? '/' : `${this.boundary}/`); }

  readDirectory(folder: string): readonly FileEntry[] | null {
    const known = this.folders.get(folder);
    if (known !== undefined) return known;
    let entries: FileEntry[] | null = null;
    if (this.inside(folder) && this.realInside(folder)) {
      try {
        entries = fs.readdirSync(folder, { withFileTypes: true }).map((entry) => ({ name: entry.name, directory: entry.isDirectory() || (entry.isSymbolicLink() && this.isFolderLink(path.join(folder, entry.name))) }));
        entries.sort((a, b) => (a.name < b.name ? -1 : 1));
      } catch (error) {
        const code = (error as NodeJS.ErrnoException).code;
        if (code !== 'ENOENT' && code !== 'ENOTDIR') this.problems.push({ path: folder, why: code ?? String(error) });
      }
    }
    this.folders.set(folder, entries);
    return entries;
  }

  private isFolderLink(link: string): boolean {
    try { const real = fs.realpathSync(link); return this.inside(real) && !link.startsWith(`${real}/`) && fs.statSync(real).isDirectory(); } catch { return false; }
  }

  private realInside(file: string): boolean { try { return this.inside(fs.realpathSync(file)); } catch { return true; } }

  exists(file: string): 'file' | 'directory' | 'nothing' | 'outside' {
    if (file === this.boundary) return 'directory';
    if (!this.inside(file)) return 'outside';
    const slash = file.lastIndexOf('/');
    const folder = file.slice(0, slash) || '/';
    let kinds = this.kinds.get(folder);
    if (!kinds) this.kinds.set(folder, kinds = new Map((this.readDirectory(folder) ?? []).map((entry) => [entry.name, entry.directory])));
    const directory = kinds.get(file.slice(slash + 1));
    return directory === undefined ? 'nothing' : directory ? 'directory' : 'file';
  }

  readText(file: string): string | null {
    const known = this.texts.get(file);
    if (known !== undefined) return known;
    let text: string | null = null;
    if (this.inside(file) && this.realInside(file)) {
      try {
        const size = fs.statSync(file).size;
        if (size > MAX_SOURCE) this.problems.push({ path: file, why: `${Math.round(size / 1e5) / 10} MB, larger than a source file is` });
        else text = fs.readFileSync(file, 'utf8').replace(/^\uFEFF/, '');
      } catch (error) { this.problems.push({ path: file, why: (error as NodeJS.ErrnoException).code ?? String(error) }); }
    }
    this.texts.set(file, text);
    return text;
  }

  /** The manifest in a folder; null when there is none or it cannot be parsed. */
  manifest(folder: string): Manifest | null {
    const known = this.manifests.get(folder);
    if (known !== undefined) return known;
    let manifest: Manifest | null = null;
    // A manifest may be read above the project: it says which package a relative import leads to.
    try {
      const parsed: unknown = JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8').replace(/^\uFEFF/, ''));
      if (parsed && typeof parsed === 'object') manifest = { ...(parsed as object), folder };
    } catch { /* no manifest */ }
    this.manifests.set(folder, manifest);
    return manifest;
  }

  /** The manifest that a file belongs to. */
  manifestOf(file: string): Manifest | null {
    for (let folder = path.dirname(file); ; folder = path.dirname(folder)) {
      const manifest = this.manifest(folder);
      if (manifest) return manifest;
      if (folder === path.dirname(folder)) return null;
    }
  }

  /** All source files below the project, in path order. */
  *sources(excluded: (relative: string, directory: boolean) => boolean): Generator<string> {
    let count = 0;
    const seen = new Set<string>();
    const pending = [this.root];
    while (pending.length) {
      const folder = pending.pop()!;
      let real = folder;
      try { real = fs.realpathSync(folder); } catch { continue; }
      if (seen.has(real)) continue;
      seen.add(real);
      for (const entry of this.readDirectory(folder) ?? []) {
        const file = `${folder}/${entry.name}`;
        if (entry.directory) { if (!SKIPPED.has(entry.name) && !excluded(this.display(file), true)) pending.push(file); continue; }
        if (!SOURCE.test(entry.name) || entry.name.endsWith('.d.ts') || entry.name.endsWith('.d.mts') || excluded(this.display(file), false)) continue;
        if (++count > MAX_FILES) return;
        yield file;
      }
    }
  }
}

export interface Manifest {
  readonly folder: string;
  readonly name?: string;
  readonly version?: string;
  readonly main?: unknown;
  readonly module?: unknown;
  readonly source?: unknown;
  readonly type?: string;
  readonly bin?: unknown;
  readonly exports?: unknown;
  readonly imports?: Record<string, unknown>;
  readonly scripts?: Record<string, unknown>;
  readonly workspaces?: unknown;
  readonly dependencies?: Record<string, string>;
  readonly devDependencies?: Record<string, string>;
  readonly peerDependencies?: Record<string, string>;
  readonly optionalDependencies?: Record<string, string>;
  readonly babel?: unknown;
  readonly _moduleAliases?: Record<string, string>;
}

const MARKERS = ['.git', 'pnpm-workspace.yaml', 'lerna.json', 'nx.json', 'turbo.json', 'rush.json'];

/** The repository or workspace root above a project; the project itself when nothing says that there is one. */
function repositoryOf(root: string): string {
  for (let folder = root; ; folder = path.dirname(folder)) {
    if (MARKERS.some((marker) => fs.existsSync(path.join(folder, marker)))) return folder;
    try { if ((JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8')) as Manifest).workspaces) return folder; } catch { /* no manifest here */ }
    if (folder === path.dirname(folder)) return root;
  }
}
