import fs from 'node:fs';
import path from 'node:path';
import { holdsDenoConfig, manifestOfDeno } from './deno-config.js';
import { namesMembers, parseManifest, statedFolder, type Manifest } from './manifest.js';
import { digestOf, type FolderAnswer, type Listed, type Observations, type TextAnswer } from './observations.js';
import { signatureOf, trustworthy } from './file-signature.js';
import type { ReadFile } from '../resolution/read-ahead-progress.js';
import { readSourceText } from './source-text.js';

/** What scans write: none of it is there for the next one, which would otherwise learn something else than the first. */
const OWN_FOLDER = '.tool';
/** Folders that hold no server sources, whatever they are called in. */
const SKIPPED = new Set([
  'node_modules',
  '.git',
  '.hg',
  '.svn',
  'bower_components',
  'jspm_packages',
  OWN_FOLDER,
  '.next',
  '.nuxt',
  '.svelte-kit',
  '.turbo',
  '.cache',
  '.yarn',
  '.pnpm-store',
  'coverage',
  '.nyc_output',
]);
const SOURCE = /\.(?:[cm]?[jt]s|[jt]sx)$/;
const MAX_FILES = 60_000;

export interface FileEntry {
  readonly name: string;
  readonly directory: boolean;
}

/**
 * The files of one repository, read lazily and cached. Nothing outside the repository is visible, symbolic links that lead out included.
 *
 * Everything that a scan learns of a disk it learns here, and `observations()` tells all of it: a scan of files that answer the same questions
 * in the same way has the same result. Whoever reads a file past this class breaks the cache of scans.
 */
export class ProjectFiles {
  readonly root: string;
  /** The folder nothing is read above: the repository (or workspace) that the project belongs to. */
  readonly boundary: string;
  private readonly folders = new Map<string, readonly FileEntry[] | null>();
  private readonly kinds = new Map<string, Map<string, boolean>>();
  private readonly texts: Map<string, string | null>;
  private readonly manifests = new Map<string, Manifest | null>();
  /** Symbolic links by the folder they lie in: only they can lead out of a folder that is inside. */
  private readonly linksIn = new Map<string, ReadonlySet<string>>();
  private readonly nearestManifests = new Map<string, Manifest | null>();
  private readonly shown = new Map<string, string>();
  private readonly boundaryPrefix: string;
  readonly problems: { readonly path: string; readonly why: string }[] = [];
  private readonly startedAt = Date.now();
  private readonly signatures = new Map<string, string | null>();
  /** Where links to folders lead. */
  private readonly links = new Map<string, string>();
  /** Names that were looked up in a folder, and which names of it were asked for. */
  private readonly asked = new Map<string, Set<string>>();
  private readonly listed = new Map<string, Listed>();
  /** Files that another thread has read, and what it learned of them. */
  private readonly readElsewhere = new Map<string, ReadFile>();

  /**
   * @param observed whether `observations` will be asked for: what they need is kept only then
   * @param texts what stands in for texts of the disk
   */
  constructor(
    root: string,
    readonly observed = false,
    texts: ReadonlyMap<string, string | null> = new Map(),
  ) {
    this.texts = new Map(texts);
    this.root = fs.realpathSync(root);
    this.boundary = repositoryOf(this.root);
    this.boundaryPrefix = this.boundary === '/' ? '/' : `${this.boundary}/`;
  }

  /** POSIX path relative to the project. */
  display(file: string): string {
    let shown = this.shown.get(file);
    if (shown === undefined) this.shown.set(file, (shown = path.posix.relative(this.root, file) || '.'));
    return shown;
  }

  /** In the repository that the project is a part of. */
  inside(file: string): boolean {
    return file.startsWith(this.boundaryPrefix) || file === this.boundary;
  }

  readDirectory(folder: string): readonly FileEntry[] | null {
    this.listed.set(folder, 'all');
    return this.list(folder);
  }

  /** What in a folder can be a module, or hold some; what else is there, or comes, does not matter. */
  modulesIn(folder: string): readonly FileEntry[] {
    if (this.listed.get(folder) !== 'all') this.listed.set(folder, 'modules');
    return (this.list(folder) ?? []).filter(canBeModule);
  }

  /** Before reading: a change in between must show. */
  private sign(path: string): void {
    if (this.observed) this.signatures.set(path, signatureOf(path));
  }

  /** Names of the folders in a folder, hidden ones and installed packages aside. */
  subfolders(folder: string): string[] {
    if (!this.listed.has(folder)) this.listed.set(folder, 'folders');
    return (this.list(folder) ?? []).filter(isVisibleFolder).map(({ name }) => name);
  }

  private list(folder: string): readonly FileEntry[] | null {
    const known = this.folders.get(folder);
    if (known !== undefined) return known;
    this.sign(folder);
    let entries: FileEntry[] | null = null;
    // A failing read costs more than all the look-ups that avoid it, and resolution asks for many folders that are not there.
    if (this.inside(folder) && (folder === this.boundary || this.exists(folder) === 'directory') && this.realInside(folder)) {
      try {
        const links = new Set<string>();
        const found = fs.readdirSync(folder, { withFileTypes: true }).filter(({ name }) => name !== OWN_FOLDER);
        entries = found.map((entry) => {
          if (entry.isSymbolicLink()) links.add(entry.name);
          return {
            name: entry.name,
            directory: entry.isDirectory() || (entry.isSymbolicLink() && this.isFolderLink(path.join(folder, entry.name))),
          };
        });
        this.linksIn.set(folder, links);
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
    try {
      const real = fs.realpathSync(link);
      this.links.set(link, real);
      return this.inside(real) && !link.startsWith(`${real}/`) && fs.statSync(real).isDirectory();
    } catch {
      return false;
    }
  }

  /** Whether what a path leads to is inside. A path without links in it leads to itself. */
  private realInside(file: string): boolean {
    if (!this.hasLinks(file)) return true;
    try {
      return this.inside(fs.realpathSync(file));
    } catch {
      return true;
    }
  }

  /** Where the file lies that a path leads to, as Node takes it: what a linked module imports is looked for there. */
  real(file: string): string {
    if (!this.hasLinks(file)) return file;
    try {
      const real = fs.realpathSync(file);
      return this.inside(real) ? real : file;
    } catch {
      return file;
    }
  }

  /** Whether there is, or may be, a symbolic link on the way to a file. */
  hasLinks(file: string): boolean {
    // The root is where its own links lead to.
    for (let at = file; at !== this.root && at !== this.boundary && this.inside(at);) {
      const slash = at.lastIndexOf('/');
      const folder = at.slice(0, slash) || '/';
      const links = this.linksIn.get(folder);
      // A folder that nobody has listed: only the file system knows.
      if (!links || links.has(at.slice(slash + 1))) return true;
      at = folder;
    }
    return false;
  }

  exists(file: string): 'file' | 'directory' | 'nothing' | 'outside' {
    if (file === this.boundary) return 'directory';
    if (!this.inside(file)) return 'outside';
    const slash = file.lastIndexOf('/');
    const folder = file.slice(0, slash) || '/';
    const name = file.slice(slash + 1);
    if (this.observed) {
      const asked = this.asked.get(folder);
      if (asked) asked.add(name);
      else this.asked.set(folder, new Set([name]));
    }
    let kinds = this.kinds.get(folder);
    if (!kinds) this.kinds.set(folder, (kinds = new Map((this.list(folder) ?? []).map((entry) => [entry.name, entry.directory]))));
    const directory = kinds.get(name);
    return directory === undefined ? 'nothing' : directory ? 'directory' : 'file';
  }

  readText(file: string): string | null {
    const known = this.texts.get(file);
    if (known !== undefined) return known;
    let text: string | null = null;
    this.sign(file);
    if (this.inside(file) && this.realInside(file)) {
      const read = readSourceText(file);
      text = read.text;
      if (read.why !== undefined && !this.readElsewhere.has(file)) this.problems.push({ path: file, why: read.why });
    }
    this.texts.set(file, text);
    return text;
  }

  /** Another thread has read a file without links on the way to it: that counts as if it had been read here. */
  wasRead(file: string, read: ReadFile): void {
    if (this.texts.has(file)) return;
    this.readElsewhere.set(file, read);
    if (read.why !== undefined) this.problems.push({ path: file, why: read.why });
  }

  /** Whether a folder holds a manifest: a `package.json`, or the configuration of Deno in its place. */
  hasManifest(folder: string): boolean {
    return this.exists(path.join(folder, 'package.json')) === 'file' || holdsDenoConfig(this, folder);
  }

  /** The manifest in a folder; null when there is none or it cannot be parsed. */
  manifest(folder: string): Manifest | null {
    const known = this.manifests.get(folder);
    if (known !== undefined) return known;
    let manifest: Manifest | null = null;
    const file = path.join(folder, 'package.json');
    this.sign(file);
    if (this.inside(folder) && this.exists(file) !== 'file' && !this.hasLinks(folder)) {
      manifest = manifestOfDeno(this, folder);
      this.manifests.set(folder, manifest);
      return manifest;
    }
    // A manifest may be read above the project, and behind a link that leads out: it says which package a relative import leads to.
    // A failing read costs more than the question.
    try {
      if (fs.existsSync(file)) manifest = parseManifest(fs.readFileSync(file, 'utf8'), folder);
    } catch {
      /* no manifest */
    }
    this.manifests.set(folder, manifest);
    return manifest;
  }

  /** The manifest that a file belongs to. */
  manifestOf(file: string): Manifest | null {
    return this.manifestAbove(path.dirname(file));
  }

  private manifestAbove(folder: string): Manifest | null {
    const known = this.nearestManifests.get(folder);
    if (known !== undefined) return known;
    const parent = path.dirname(folder);
    const manifest = this.manifest(folder) ?? (parent === folder ? null : this.manifestAbove(parent));
    this.nearestManifests.set(folder, manifest);
    return manifest;
  }

  /** Whether a link leads to what is one of the sources, or holds them, by itself. */
  private isOther(link: string, directory: boolean, excluded: (relative: string, directory: boolean) => boolean): boolean {
    const real = this.real(link);
    const folders = path.relative(this.root, directory ? real : path.dirname(real)).split('/');
    return (
      real !== link &&
      real.startsWith(`${this.root}/`) &&
      (directory || isSource(path.basename(real))) &&
      !folders.some((name) => SKIPPED.has(name)) &&
      !excluded(this.display(real), directory)
    );
  }

  /** All source files below the project, in path order. */
  *sources(excluded: (relative: string, directory: boolean) => boolean): Generator<string> {
    let count = 0;
    const seen = new Set<string>();
    const pending = [this.root];
    while (pending.length) {
      const folder = pending.pop()!;
      let real: string;
      try {
        real = this.hasLinks(folder) ? fs.realpathSync(folder) : folder;
      } catch {
        continue;
      }
      if (seen.has(real)) continue;
      seen.add(real);
      const listed = this.listed.get(folder);
      if (listed !== 'all' && listed !== 'modules') this.listed.set(folder, 'sources');
      for (const entry of this.list(folder) ?? []) {
        const file = `${folder}/${entry.name}`;
        if ((entry.directory ? SKIPPED.has(entry.name) : !isSource(entry.name)) || excluded(this.display(file), entry.directory)) continue;
        if (this.linksIn.get(folder)?.has(entry.name) && this.isOther(file, entry.directory, excluded)) continue;
        if (entry.directory) {
          pending.push(file);
          continue;
        }
        if (++count > MAX_FILES) {
          if (!this.problems.some((problem) => problem.path === file))
            this.problems.push({
              path: file,
              why: `there are more than ${MAX_FILES} source files, and this one and those behind it are left out`,
            });
          return;
        }
        yield file;
      }
    }
  }

  /** Reads a file again that was read before, and nothing else. */
  readAgain(file: string): string | null {
    this.texts.delete(file);
    this.readElsewhere.delete(file);
    for (let index = this.problems.length - 1; index >= 0; index--) if (this.problems[index]!.path === file) this.problems.splice(index, 1);
    return this.readText(file);
  }

  /** All that was learned of the disk so far. */
  observations(): Observations {
    const believe = (file: string, found: boolean): string | null => trustworthy(this.signatures.get(file) ?? null, this.startedAt, found);
    const folders = [...this.folders].map(([folder, entries]): FolderAnswer => {
      const listed = this.listed.get(folder) ?? 'none';
      const asked = [...(this.asked.get(folder) ?? [])];
      // What a link leads to can change without the folder that holds it.
      const linked = (entries ?? []).some((entry) => this.links.has(path.join(folder, entry.name)));
      return {
        path: folder,
        signature: linked ? null : believe(folder, entries !== null),
        listed,
        asked,
        digest: this.folderDigest(folder, listed, asked),
      };
    });
    const texts = [...this.texts].map(([file, text]): TextAnswer => ({
      path: file,
      signature: believe(file, text !== null),
      digest: this.textDigest(file),
    }));
    for (const [file, { signature = null, digest = '', why }] of this.readElsewhere)
      if (!this.texts.has(file)) texts.push({ path: file, signature: trustworthy(signature, this.startedAt, why === undefined), digest });
    const manifests = [...this.manifests].map(([folder, manifest]): TextAnswer => ({
      path: folder,
      signature: believe(path.join(folder, 'package.json'), manifest !== null),
      digest: this.manifestDigest(folder),
    }));
    return { root: this.root, boundary: this.boundary, folders, texts, manifests };
  }

  /** A digest of what a folder answers to these questions. */
  folderDigest(folder: string, listed: Listed, asked: readonly string[]): string {
    const entries = this.list(folder);
    if (entries === null) return '';
    const describe = (entry: FileEntry): string =>
      `${entry.directory ? 'd' : 'f'}${entry.name}${this.links.has(path.join(folder, entry.name)) ? `\0${this.links.get(path.join(folder, entry.name))}` : ''}`;
    const wanted = new Set(asked);
    const told = entries.filter(
      (entry) =>
        listed === 'all' ||
        wanted.has(entry.name) ||
        (listed === 'modules' && canBeModule(entry)) ||
        (listed === 'sources' && (entry.directory ? isVisibleFolder(entry) || !SKIPPED.has(entry.name) : isSource(entry.name))) ||
        (listed === 'folders' && isVisibleFolder(entry)),
    );
    return digestOf(told.map(describe).join('\n'));
  }

  /** A digest of the text of a file, or of why it cannot be read. */
  textDigest(file: string): string {
    const text = this.readText(file);
    return text === null ? `!${this.problems.find((problem) => problem.path === file)?.why ?? ''}` : digestOf(text);
  }

  manifestDigest(folder: string): string {
    const manifest = this.manifest(folder);
    return manifest === null ? '' : digestOf(JSON.stringify(manifest));
  }
}

const isVisibleFolder = ({ name, directory }: FileEntry): boolean => directory && name !== 'node_modules' && !name.startsWith('.');

/** Files with a dot in front configure tools: `.eslintrc.js`, `.pnp.cjs`. */
const isSource = (name: string): boolean =>
  SOURCE.test(name) && !name.startsWith('.') && !name.endsWith('.d.ts') && !name.endsWith('.d.mts');
/** Every source can be one, and JSON; case does not matter. */
const canBeModule = (entry: FileEntry): boolean =>
  entry.directory ? isVisibleFolder(entry) || !SKIPPED.has(entry.name) : /\.(?:[cm]?[jt]sx?|json)$/i.test(entry.name);

const MARKERS = ['.git', 'pnpm-workspace.yaml', 'lerna.json', 'nx.json', 'rush.json'];

/** Packages of a workspace may have configurations of Turborepo of their own, which extend that of the root. */
function isTurboRoot(folder: string): boolean {
  try {
    return !/"extends"\s*:/.test(fs.readFileSync(path.join(folder, 'turbo.json'), 'utf8'));
  } catch {
    return false;
  }
}

/**
 * The repository or workspace root above a project. Where nothing says that there is one: what the manifest for the project lies in, together with the packages
 * that it states by their folders or takes from the workspace; else the project itself.
 */
function repositoryOf(root: string): string {
  let manifest: string | undefined;
  for (let folder = root; ; folder = path.dirname(folder)) {
    if (MARKERS.some((marker) => fs.existsSync(path.join(folder, marker))) || isTurboRoot(folder)) return folder;
    try {
      const text = fs.readFileSync(path.join(folder, 'package.json'), 'utf8');
      manifest ??= folder;
      if (namesMembers((JSON.parse(text) as Manifest).workspaces)) return folder;
    } catch {
      /* no manifest here */
    }
    if (folder === path.dirname(folder)) return manifest === undefined ? root : withStatedFolders(manifest);
  }
}

/** The folder of a package that a manifest takes from its workspace (`workspace:*`), whose root is not there: beside it or beside its folder. */
function memberBeside({ folder, dependencies, devDependencies }: Manifest, name: string): string | null {
  if (!(dependencies?.[name] ?? devDependencies?.[name])?.startsWith('workspace:')) return null;
  const tried = <Result>(read: () => Result, otherwise: Result): Result => {
    try {
      return read();
    } catch {
      return otherwise;
    }
  };
  const inside = (at: string): string[] =>
    at === path.dirname(at)
      ? []
      : tried(() => fs.readdirSync(at, { withFileTypes: true }), []).flatMap((entry) =>
          entry.isDirectory() && entry.name !== 'node_modules' ? [path.join(at, entry.name)] : [],
        );
  const nameIn = (each: string): unknown => (JSON.parse(fs.readFileSync(path.join(each, 'package.json'), 'utf8')) as Manifest).name;
  const isIt = (each: string): boolean => tried(() => nameIn(each) === name, false);
  const above = path.dirname(folder);
  return inside(above).find(isIt) ?? inside(path.dirname(above)).flatMap(inside).find(isIt) ?? null;
}

/** The folder that holds a package and those that it states by their folders, or takes from a workspace, as these do. */
function withStatedFolders(folder: string): string {
  const found = new Set([folder]);
  for (const each of found) {
    try {
      const manifest = parseManifest(fs.readFileSync(path.join(each, 'package.json'), 'utf8'), each);
      for (const name of Object.keys({ ...manifest?.dependencies, ...manifest?.devDependencies })) {
        const stated = statedFolder(manifest!, name) ?? memberBeside(manifest!, name);
        if (stated !== null && fs.existsSync(path.join(stated, 'package.json'))) found.add(stated);
      }
    } catch {
      /* no manifest that can be read */
    }
  }
  let whole = folder;
  for (const each of found) while (!`${each}/`.startsWith(`${whole}/`)) whole = path.dirname(whole);
  return whole === path.dirname(whole) ? folder : whole;
}
