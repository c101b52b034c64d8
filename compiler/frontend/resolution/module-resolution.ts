import { builtinModules } from 'node:module';
import path from 'node:path';
import type { Resolution } from '../../evaluator/index.js';
import { spelledByDisk } from '../sources/letter-case.js';
import { DenoImports, packageOfSpecifier } from '../sources/deno-config.js';
import { exampleOf } from '../sources/example-files.js';
import { namesMembers, statedFolder, type Manifest } from '../sources/manifest.js';
import { BabelAliases } from './babel-aliases.js';
import { mayBeInstalled } from './listed-packages.js';
import { exportTarget, matchExports } from './package-exports.js';
import { PathsConfigs, belowPaths, matchPaths, type PathsConfig } from './paths-config.js';
import type { ProjectFiles } from '../sources/project-files.js';

const BUILTIN = new Set(builtinModules);
const EXTENSIONS = ['.ts', '.tsx', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs'];
const TYPESCRIPT = /\.[cm]?tsx?$/;
/** What TypeScript and bundlers read when a specifier names the emitted file. */
const EMITTED: Readonly<Record<string, readonly string[]>> = {
  '.js': ['.ts', '.tsx', '.js', '.jsx'],
  '.jsx': ['.tsx', '.jsx'],
  '.mjs': ['.mts', '.mjs'],
  '.cjs': ['.cts', '.cjs'],
};

/** The folder of packages that a path lies in, and the path from there. */
const INSTALLED = /^(.*\/node_modules)\/([^/].*)$/;

/** What says in a folder where the modules are that are imported below it. */
const SAY_WHERE = ['node_modules', 'package.json', 'tsconfig.json', 'jsconfig.json', 'tsconfig.base.json', 'deno.json', 'deno.jsonc'];

/** Names of folders that commands of frameworks write into. */
const WRITTEN = /\/[^/]*(?:generated|prisma|client)[^/]*(?:\/|$)/i;

/** What bundlers are asked by for the text of a file: `./letter.md?raw`; and files that are nothing but text, which Bun and bundlers give as that. */
const RAW = /^[^?]*\?(?:[^#]*&)?raw(?:[&=#]|$)|\.(?:lua|sql|txt|md|html?|hbs|mjml)$/;

/** Where the source may lie of what is at a place below the output folder of a package: bundlers write `index.mjs` of `index.ts`. */
function sourcesOf(folder: string, place: string): string[] {
  const rest = place.replace(/\.[cm]js$/, '');
  return [
    `${folder}/src${rest}`,
    `${folder}${rest}`,
    `${folder}/src${rest.replace(/^\/(?:src|cjs|esm|node|server)\//, '/')}`,
    `${folder}${rest.replace(/^\/(?:cjs|esm|node)\//, '/')}`,
  ];
}

/**
 * Module resolution as TypeScript and Node do it on sources that are not built and whose packages are not installed:
 * tsconfig `paths`, `baseUrl`, `extends`; `.js` → `.ts`; package `imports` and `exports`; packages of the repository by their manifest name;
 * build folders back to their sources. What is left is a package.
 */
export class ModuleResolution {
  /** By the importing file, then by the specifier: a key made of both would be built for every question. */
  private readonly cache = new Map<string, Map<string, Resolution>>();
  /** By the importing folder: its files get the same answers. */
  private readonly folderCache = new Map<string, Map<string, Resolution>>();
  private readonly outermost = new Map<string, string>();
  private configs: PathsConfigs;
  private readonly denoImports: DenoImports;
  private workspace: Map<string, string> | null = null;
  private readonly babel: BabelAliases;
  /** A configuration could not be read as it is meant, and that was reported. */
  hasBrokenConfigs = false;
  private withoutAliases: ModuleResolution | null = null;
  private readonly aliases: { readonly prefix: string; readonly folder: string }[] = [];

  /**
   * @param modelled whether somebody models a module of this name
   * @param generated the module that stands for a file which is written by a command and not there
   */
  constructor(
    private readonly files: ProjectFiles,
    private readonly modelled: (name: string) => boolean,
    private readonly reportConfig: (file: string, message: string) => void,
    private readonly generated: (target: string) => string | null = () => null,
  ) {
    this.denoImports = new DenoImports(files);
    this.babel = new BabelAliases(files);
    this.configs = new PathsConfigs(
      files,
      () => this.workspacePackages(),
      (file, message) => {
        this.hasBrokenConfigs = true;
        reportConfig(file, message);
      },
    );
  }

  alias(prefix: string, folder: string): void {
    // What was asked before goes on to be answered as it was.
    if (this.aliases.length === 0) this.withoutAliases = this.copy();
    this.aliases.push({ prefix, folder });
    this.cache.clear();
    this.folderCache.clear();
  }

  /** The same without the aliases that the program has added so far: what sources name does not depend on what has run. */
  get unaliased(): ModuleResolution {
    return this.withoutAliases ?? this;
  }

  private copy(): ModuleResolution {
    const copy = new ModuleResolution(this.files, this.modelled, this.reportConfig, this.generated);
    for (const [folder, answers] of this.folderCache) copy.folderCache.set(folder, new Map(answers));
    // One reader for both: what is wrong with a configuration is said, and known, once.
    copy.configs = this.configs;
    return copy;
  }

  resolve(specifier: string, from: string): Resolution {
    let answers = this.cache.get(from);
    if (!answers) {
      const folder = path.dirname(from);
      answers = this.folderCache.get(folder);
      if (!answers) this.folderCache.set(folder, (answers = new Map()));
      this.cache.set(from, answers);
    }
    let resolution = answers.get(specifier);
    if (!resolution) answers.set(specifier, (resolution = this.real(this.findFrom(specifier, from))));
    return resolution;
  }

  /** Names of packages and aliases are looked for once in all the folders that find the same. */
  private findFrom(specifier: string, from: string): Resolution {
    const folder = path.dirname(from);
    const outermost = /^[./]/.test(specifier) ? folder : this.outermostOf(folder);
    return outermost === folder
      ? this.find(specifier, from, folder)
      : this.resolve(specifier, path.join(outermost, `index${path.extname(from)}`));
  }

  /** The outermost folder around one of which nothing says where modules are that does not say it of both. */
  private outermostOf(folder: string): string {
    let outermost = this.outermost.get(folder);
    if (outermost === undefined) {
      const above = path.dirname(folder);
      const isAlike = folder !== this.files.root && this.files.inside(above) && this.saysNothing(folder) && !INSTALLED.test(folder);
      this.outermost.set(folder, (outermost = isAlike ? this.outermostOf(above) : folder));
    }
    return outermost;
  }

  private saysNothing(folder: string): boolean {
    return SAY_WHERE.every((name) => this.files.exists(`${folder}/${name}`) === 'nothing') && !this.files.hasLinks(folder);
  }

  private real<Found extends Resolution | null>(found: Found): Found {
    if (found?.kind !== 'source' && found?.kind !== 'json') return found;
    const file = this.files.real(found.file);
    return file === found.file ? found : { ...found, file };
  }

  private find(specifier: string, from: string, folder: string): Resolution {
    const bare = specifier.replace(/^node:/, '');
    if (specifier.startsWith('node:')) return { kind: 'package', name: specifier };
    const remote = packageOfSpecifier(specifier);
    if (remote) return { kind: 'package', name: `${remote.name}${remote.path}` };
    const mapped = this.denoImports.mapped(specifier, folder);
    if (mapped !== null && mapped !== specifier) return this.resolve(mapped, from);
    const clean = specifier.replace(/[?#].*$/, (suffix) => (specifier.startsWith('#') ? suffix : ''));
    const text = RAW.test(specifier) ? this.textFile(clean, folder) : null;
    if (text !== null) return { kind: 'text', file: text };
    // `.prisma/client` names a package.
    if (/^\.\w/.test(clean) && this.modelled(clean)) return { kind: 'package', name: clean };
    if (clean.startsWith('.') || clean.startsWith('/')) {
      // `require` takes names as they are: a file may be called `#id.js`.
      const asWritten = clean === specifier ? null : this.file(path.resolve(folder, specifier));
      if (asWritten) return asWritten;
      const target = path.resolve(folder, clean);
      const known =
        this.packageAt(target, from) ?? (INSTALLED.test(from) ? null : this.belowModules(target, from)) ?? this.writtenHere(target);
      if (known) return known;
      // `./x/`, `.` and `..` name folders, even where a file `x.js` lies beside the folder.
      const found = /(?:^|\/)\.{0,2}$/.test(clean) && this.files.exists(target) === 'directory' ? this.folder(target) : null;
      return (
        this.builtFrom(found ?? this.file(target), from) ??
        this.inOtherLetters(target) ??
        this.throughLink(target) ??
        this.written(target) ??
        this.example(target) ??
        this.notInstalled(target, from) ?? { kind: 'missing', ...(this.files.exists(target) === 'outside' && { outside: true }) }
      );
    }
    if (clean.startsWith('#')) {
      const manifest = this.files.manifestOf(from);
      const target = manifest?.imports ? matchExports(manifest.imports, clean) : null;
      if (target)
        return target.startsWith('.')
          ? (this.file(path.resolve(manifest!.folder, target)) ?? { kind: 'missing' })
          : this.resolve(target, from);
    }
    for (const alias of this.aliases)
      if (
        alias.prefix === '' ||
        clean === alias.prefix ||
        clean.startsWith(alias.prefix.endsWith('/') ? alias.prefix : `${alias.prefix}/`)
      ) {
        const found = this.mapped(path.join(alias.folder, clean.slice(alias.prefix.length)), from);
        if (found) return found;
      }
    const manifestAliases = this.files.manifestOf(from)?._moduleAliases;
    if (manifestAliases)
      for (const [prefix, target] of Object.entries(manifestAliases))
        if (clean === prefix || clean.startsWith(`${prefix}/`)) {
          const found = this.mapped(path.resolve(this.files.manifestOf(from)!.folder, target, `.${clean.slice(prefix.length)}`), from);
          if (found) return found;
        }
    const config = this.configs.for(folder);
    if (config) {
      // Declarations only type what Node finds by the same name.
      for (const target of matchPaths(config, clean)) {
        const found = /\.d\.[cm]?ts$/.test(target) ? null : (this.mapped(target, from) ?? this.written(target));
        if (found) return found;
      }
      if (config.baseUrl) {
        const target = path.join(config.baseUrl, clean);
        const found = this.mapped(target, from) ?? (this.modelled(clean) ? null : this.written(target));
        if (found && (!this.modelled(clean) || this.precedes(found, clean, from))) return found;
      }
    }
    if (BUILTIN.has(bare)) return { kind: 'package', name: bare };
    if (this.modelled(clean)) return { kind: 'package', name: clean };
    return (
      this.ofWorkspace(clean, from) ??
      this.ofFolders(clean, from, belowPaths(config, clean)) ??
      this.aliasInOtherLetters(clean, config) ?? { kind: 'package', name: this.inSmallLetters(clean) }
    );
  }

  /** The declarations that a specifier names: `types.d.ts` for `./types`, or below an alias. */
  declarations(specifier: string, from: string): string | null {
    const stem = specifier.replace(/\.[cm]?jsx?$/, '');
    const folder = path.dirname(from);
    return this.textFile(`${stem}.d.ts`, folder) ?? this.textFile(`${stem}/index.d.ts`, folder);
  }

  /** A file of whatever kind that a specifier names as it is: beside the importing file, at an address of the bundler's root, or below an alias. */
  private textFile(specifier: string, folder: string): string | null {
    const config = this.configs.for(folder);
    const targets = specifier.startsWith('.')
      ? [path.resolve(folder, specifier)]
      : specifier.startsWith('/')
        ? [specifier, path.join(this.files.manifestOf(path.join(folder, 'x'))?.folder ?? this.files.root, specifier)]
        : [
            ...this.aliases
              .filter(({ prefix }) => specifier.startsWith(prefix))
              .map((each) => path.join(each.folder, specifier.slice(each.prefix.length))),
            ...(config ? matchPaths(config, specifier) : []),
            ...(config?.baseUrl ? [path.join(config.baseUrl, specifier)] : []),
          ];
    return targets.find((target) => this.files.exists(target) === 'file') ?? null;
  }

  /**
   * Whether a file below `baseUrl` is meant, where a package that somebody models has the same name: it is where no manifest lists the package, and
   * where both sides are TypeScript, which looks there first. Node's own modules TypeScript takes from their declarations.
   */
  private precedes(found: Resolution, name: string, from: string): boolean {
    if (BUILTIN.has(name) || found.kind !== 'source') return false;
    return (TYPESCRIPT.test(found.file) && TYPESCRIPT.test(from)) || !mayBeInstalled(this.files, name, from);
  }

  /** `require('Koa')` finds the package `koa` where the disk makes no difference between letters: names of packages are in small ones. */
  private inSmallLetters(name: string): string {
    const small = name.toLowerCase();
    return small !== name && this.modelled(small) ? small : name;
  }

  /** A file that a command of a framework writes. */
  private written(target: string): Resolution | null {
    const name = this.generated(target);
    return name === null ? null : { kind: 'package', name };
  }

  /** The same where the command has run: what it wrote is no source. To ask costs lists of folders, so only of names that such files have. */
  private writtenHere(target: string): Resolution | null {
    return WRITTEN.test(target) ? this.written(target) : null;
  }

  /** A file that shows what the wanted one, which is not committed, looks like. */
  private example(target: string): Resolution | null {
    const file =
      exampleOf(this.files, target) ??
      (this.files.exists(target) === 'directory' ? exampleOf(this.files, path.join(target, 'index')) : null);
    return file === null ? null : { kind: /\.json(?:\.\w+)?$/.test(file) ? 'json' : 'source', file, example: this.files.display(file) };
  }

  /** A file that is there under a name of other letter case. */
  private inOtherLetters(target: string): Resolution | null {
    const spelled = spelledByDisk(this.files, target);
    const found = spelled === null ? null : this.file(spelled);
    return found?.kind === 'source' || found?.kind === 'json' ? { ...found, misspelled: this.files.display(found.file) } : null;
  }

  /** The same below an alias of the tsconfig; an alias for everything says nothing of what is the project's own. */
  private aliasInOtherLetters(specifier: string, config: PathsConfig | null): Resolution | null {
    for (const target of config
      ? matchPaths({ ...config, patterns: config.patterns.filter(({ prefix }) => prefix !== '') }, specifier)
      : []) {
      const found = this.inOtherLetters(target);
      if (found) return found;
    }
    return null;
  }

  /** A relative import that leads to the main file of a modelled package is that package, wherever it lies. */
  private packageAt(target: string, from: string): Resolution | null {
    const outside = !this.files.inside(target);
    const mayHoldOne = outside || this.files.exists(target) === 'directory' || this.files.hasLinks(target);
    const manifest = (mayHoldOne ? this.files.manifest(target) : null) ?? this.files.manifestOf(target);
    if (!manifest?.name || !this.modelled(manifest.name)) return null;
    const main = path.resolve(manifest.folder, typeof manifest.main === 'string' ? manifest.main : 'index.js').replace(/\.[cm]?js$/, '');
    const wanted = target.replace(/\.[cm]?js$/, '').replace(/\/$/, '');
    const isMain =
      wanted === main ||
      wanted === manifest.folder ||
      wanted === path.join(manifest.folder, 'index') ||
      wanted === path.join(manifest.folder, 'lib', path.basename(manifest.name));
    if (!isMain && !(outside && !from.startsWith(`${manifest.folder}/lib/`))) return null;
    return isMain || outside ? { kind: 'package', name: manifest.name } : null;
  }

  /** The source a path stands for: with an extension, without one, an emitted name, a folder with a manifest or an index. */
  file(target: string): Resolution | null {
    const direct = this.candidates(target);
    if (direct) return direct;
    const inside = this.files.exists(target) === 'directory' ? this.folder(target) : null;
    return inside ?? this.unbuilt(target);
  }

  /** What a folder stands for: the main file of its manifest, else its index. */
  private folder(target: string): Resolution | null {
    const manifest = this.files.manifest(target);
    if (manifest && target !== this.files.root) {
      const main = this.mainOf(manifest);
      if (main) return main;
    }
    if (manifest && typeof manifest.main === 'string') {
      const main = this.candidates(path.resolve(target, manifest.main));
      if (main) return main;
    }
    return this.candidates(path.join(target, 'index'));
  }

  private candidates(target: string): Resolution | null {
    const extension = path.extname(target);
    if (extension === '.json') return this.files.exists(target) === 'file' ? { kind: 'json', file: target } : null;
    const emitted = EMITTED[extension];
    if (emitted) {
      const stem = target.slice(0, -extension.length);
      for (const candidate of emitted)
        if (this.files.exists(stem + candidate) === 'file') return { kind: 'source', file: stem + candidate };
    } else if (EXTENSIONS.includes(extension) && this.files.exists(target) === 'file') return { kind: 'source', file: target };
    for (const candidate of EXTENSIONS)
      if (this.files.exists(target + candidate) === 'file') return { kind: 'source', file: target + candidate };
    if (this.files.exists(`${target}.json`) === 'file') return { kind: 'json', file: `${target}.json` };
    if (this.files.exists(target) === 'file' && /\.(?:[cm]?[jt]s|[jt]sx)$/.test(target)) return { kind: 'source', file: target };
    // A program without an extension (`bin/www`) is JavaScript.
    if (extension === '' && this.files.exists(target) === 'file') return { kind: 'source', file: target };
    return null;
  }

  /** A file in a build folder that does not exist yet: its source. */
  private unbuilt(target: string): Resolution | null {
    return this.firstOf(this.sourcesOfBuild(target), target);
  }

  /** The folder that one in a build which does not exist yet is made from; null for any other. */
  sourceFolder(folder: string): string | null {
    if (this.files.exists(folder) !== 'nothing') return null;
    return this.sourcesOfBuild(folder).find((each) => each !== folder && this.files.exists(each) === 'directory') ?? null;
  }

  private sourcesOfBuild(target: string): string[] {
    const tries = this.compiledFrom(target);
    const built = /^(.*)\/(?:dist|build|lib|out|output|compiled|\.build)(\/.*|$)/.exec(target);
    if (built && this.files.exists(target) === 'nothing') {
      tries.push(...sourcesOf(built[1]!, built[2]!));
    }
    return tries;
  }

  /** Where the compiler finds what it writes to a place in its output folder. */
  private compiledFrom(target: string): string[] {
    const config = this.configs.for(path.dirname(target));
    const output = this.outputFolder(target);
    if (output === null) return [];
    const beside = path.join(path.dirname(output), 'src') + target.slice(output.length);
    if (!config) return [beside];
    const rest = target.slice(output.length);
    return [config.rootDir, ...(config.rootDir === null ? config.included : []), path.join(config.base, 'src'), config.base]
      .filter((folder): folder is string => folder !== null)
      .map((folder) => folder + rest)
      .concat(beside);
  }

  /** The folder that a compiler writes to, as its configuration or a script says, and that holds this file, absolute; null where none does, or where its configuration lies in there too. */
  outputFolder(file: string): string | null {
    const config = this.configs.for(path.dirname(file));
    return config?.outDir && config.outDir !== config.base && (file === config.outDir || file.startsWith(`${config.outDir}/`))
      ? config.outDir
      : this.scriptedFolder(file);
  }

  /** The folder that a script of its package has a compiler write to (`babel src --out-dir build`). */
  private scriptedFolder(file: string): string | null {
    for (const { index, 0: part, 1: name } of file.matchAll(/\/(dist|build|lib|out|output|compiled|\.build)(?=\/|$)/g)) {
      const folder = file.slice(0, index);
      if (!this.files.hasManifest(folder)) continue;
      const writes = new RegExp(`(?:--out-?dir|-d|-o)[ =](?:\\./)?${name!.replace('.', '\\.')}(?![\\w.-])`, 'i');
      const scripts = Object.values(this.files.manifest(folder)?.scripts ?? {});
      if (scripts.some((script) => typeof script === 'string' && writes.test(script))) return folder + part;
    }
    return null;
  }

  /** The file that is started by this name: of one that was built, and committed, its source. */
  started(target: string): Resolution | null {
    const [, packages] = INSTALLED.exec(target) ?? [];
    const found = packages === undefined ? this.file(target) : this.belowModules(target, packages);
    return this.real(found?.kind === 'source' ? (this.sourceOf(found.file) ?? found) : found);
  }

  /** The source of a committed output that a file beside the output folder asks for. */
  private builtFrom(found: Resolution | null, from: string): Resolution | null {
    return found?.kind === 'source' && /\.[cm]?js$/.test(found.file) && this.outputFolder(from) === null
      ? (this.sourceOf(found.file) ?? found)
      : found;
  }

  /** What a file was compiled from that lies in the output folder of a compiler; null for a source. */
  sourceOf(file: string): Resolution | null {
    const source = this.firstOf(this.compiledFrom(file), file);
    return source?.kind === 'source' && (/\.[cm]?tsx?$/.test(source.file) || this.scriptedFolder(file) !== null) ? source : null;
  }

  /** The source of what a package of the repository exports, where somebody has built it: the output says nothing of types and places, and may be old. */
  private writtenAs(found: Resolution | null): Resolution | null {
    if (found?.kind !== 'source' || !/\.[cm]?js$/.test(found.file)) return found;
    const [, folder, rest] = /^(.*)\/(?:dist|build|out|output|compiled|\.build)(\/.*)$/.exec(found.file) ?? [];
    const beside = folder === undefined ? null : this.firstOf(sourcesOf(folder, rest!), found.file);
    return this.sourceOf(found.file) ?? (beside?.kind === 'source' && /\.[cm]?ts$/.test(beside.file) ? beside : found);
  }

  private firstOf(tries: readonly string[], target: string): Resolution | null {
    for (const candidate of tries) {
      if (candidate === target || candidate === '') continue;
      const found =
        this.candidates(candidate) ??
        (this.files.exists(candidate) === 'directory'
          ? (this.candidates(path.join(candidate, 'index')) ?? this.candidates(path.join(candidate, 'src', 'index')))
          : null);
      if (found) return found;
    }
    return null;
  }

  private mainOf(manifest: Manifest): Resolution | null {
    const fields = [manifest.source, exportTarget(manifest.exports, '.'), manifest.module, manifest.main];
    for (const field of fields)
      if (typeof field === 'string') {
        const target = path.resolve(manifest.folder, field);
        const found = this.candidates(target) ?? this.unbuilt(target);
        if (found) return found;
      }
    for (const fallback of ['src/index', 'index', 'lib/index', 'src/main', 'src/server', 'server', 'app']) {
      const found = this.candidates(path.join(manifest.folder, fallback));
      if (found) return found;
    }
    return null;
  }

  /** A package of the repository, by the name in its manifest. */
  private ofWorkspace(specifier: string, from: string): Resolution | null {
    const own = this.files.manifestOf(from);
    const packages = this.workspacePackages();
    const linked = (name: string): string | null => {
      const folder = own && statedFolder(own, name);
      return folder !== null && this.files.manifest(folder) ? folder : null;
    };
    let known: string | null = specifier;
    while (known !== null && !packages.has(known) && linked(known) === null) {
      const slash: number = known.lastIndexOf('/');
      known = slash > 0 ? known.slice(0, slash) : null;
    }
    const name = known ?? (own?.name && (specifier === own.name || specifier.startsWith(`${own.name}/`)) ? own.name : null);
    if (!name) return this.inNodeModules(specifier, from);
    const folder = linked(name) ?? packages.get(name) ?? own!.folder;
    const manifest = this.files.manifest(folder);
    if (!manifest) return null;
    if (specifier === name) return this.writtenAs(this.mainOf(manifest));
    const sub = `.${specifier.slice(name.length)}`;
    const target = exportTarget(manifest.exports, sub) ?? sub;
    return this.writtenAs(this.file(path.resolve(folder, target))) ?? this.file(path.resolve(folder, 'src', sub));
  }

  /** What an alias or a configuration makes of a specifier. */
  private mapped(target: string, from: string): Resolution | null {
    return INSTALLED.test(target) ? this.belowModules(target, from) : (this.writtenHere(target) ?? this.file(target));
  }

  /** `../node_modules/express`, as editors write it, of a package that is listed there and not installed: as if it was imported by its name. */
  private notInstalled(target: string, from: string): Resolution | null {
    const [, folder, below] = INSTALLED.exec(target) ?? [];
    const specifier = below?.replace(/\/index(?:\.[cm]?js)?$/, '');
    return specifier !== undefined && mayBeInstalled(this.files, specifier, folder!) ? this.resolve(specifier, from) : null;
  }

  /** A path below `node_modules` (`paths: { "*": ["node_modules/*"] }`) names a package, as if it was imported by its name: installed code is nobody's source. */
  private belowModules(target: string, from: string): Resolution | null {
    const [, folder, specifier] = INSTALLED.exec(target) ?? [];
    if (specifier === undefined || specifier.startsWith('@types/') || this.linked(target) !== target) return null;
    const [name] = /^(?:@[^/]+\/)?[^/]+/.exec(specifier)!;
    return (
      this.inNodeModules(specifier, path.join(path.dirname(folder!), 'x')) ??
      this.ofWorkspace(specifier, from) ??
      (this.files.exists(path.join(folder!, name)) === 'nothing' ? null : { kind: 'package', name: specifier })
    );
  }

  /** Own code that is kept in a committed `node_modules` folder of the repository: no manifest lists it as a dependency. */
  private inNodeModules(specifier: string, from: string): Resolution | null {
    const name = specifier
      .split('/')
      .slice(0, specifier.startsWith('@') ? 2 : 1)
      .join('/');
    for (let folder = path.dirname(from); this.files.inside(folder); folder = path.dirname(folder)) {
      if (path.basename(folder) !== 'node_modules') {
        const target = path.join(folder, 'node_modules', specifier);
        const own = this.files.exists(path.join(folder, 'node_modules')) === 'directory';
        if (own && this.files.exists(path.join(folder, 'node_modules', name)) !== 'nothing') {
          const manifest = this.files.manifest(path.join(folder, 'node_modules', name));
          const listed = this.files.manifestOf(path.join(folder, 'x'));
          const dependency = listed?.dependencies?.[name] ?? listed?.devDependencies?.[name] ?? listed?.peerDependencies?.[name];
          if (dependency === undefined && (!manifest?.version || !this.isInstalled(path.join(folder, 'node_modules'), manifest)))
            return this.file(target);
          return null;
        }
      }
      if (folder === path.dirname(folder)) break;
    }
    return null;
  }

  /**
   * A specifier that no manifest lists as a dependency and that names a file below the package's folder or its `src`: what NODE_PATH, the
   * module roots and aliases of bundlers and Babel's module-resolver make of it. `targets`: where else it may be.
   */
  private ofFolders(specifier: string, from: string, targets: readonly string[]): Resolution | null {
    const name = specifier
      .split('/')
      .slice(0, specifier.startsWith('@') ? 2 : 1)
      .join('/');
    const path_ = /^[@~]\//.test(specifier) ? specifier.slice(2) : specifier.replace(/^~/, '');
    if (path_ === '' || /^[a-z]+:/i.test(specifier)) return null;
    const folders: string[] = [];
    for (let folder = path.dirname(from); this.files.inside(folder); folder = path.dirname(folder)) {
      const manifest = this.files.manifest(folder);
      if (manifest) {
        if (
          [manifest.dependencies, manifest.devDependencies, manifest.peerDependencies, manifest.optionalDependencies].some(
            (list) => list?.[name] !== undefined,
          )
        )
          return null;
        folders.push(folder);
      }
      if (this.files.exists(path.join(folder, 'node_modules', name)) !== 'nothing') return null;
      if (folder === path.dirname(folder)) break;
    }
    for (const folder of folders) {
      for (const target of [...this.babel.targets(folder, specifier), ...targets]) {
        const found = this.file(target);
        if (found) return found;
      }
      for (const root of [folder, path.join(folder, 'src')]) {
        const found = this.file(path.join(root, path_));
        if (found) return found;
      }
    }
    return null;
  }

  /** Package managers leave a record in the folder they install into, or in each manifest; a folder without one was written by hand. */
  private isInstalled(folder: string, manifest: Manifest): boolean {
    return (
      '_resolved' in manifest ||
      '_id' in manifest ||
      ['.package-lock.json', '.yarn-integrity', '.yarn-state.yml', '.modules.yaml', '.bin'].some(
        (name) => this.files.exists(path.join(folder, name)) !== 'nothing',
      )
    );
  }

  /** Where a path leads that goes through a link which installing makes: `node_modules/<a package of the repository>/…`. */
  linked(target: string): string {
    const [whole, name] = /\/node_modules\/((?:@[^/]+\/)?[^/@][^/]*)/.exec(target) ?? [];
    if (whole === undefined || this.files.exists(target) !== 'nothing') return target;
    const folder = this.workspacePackages().get(name!);
    return folder === undefined ? target : folder + target.slice(target.indexOf(whole) + whole.length);
  }

  private throughLink(target: string): Resolution | null {
    const linked = this.linked(target);
    return linked === target ? null : this.file(linked);
  }

  private workspacePackages(): Map<string, string> {
    if (this.workspace) return this.workspace;
    const packages = (this.workspace = new Map<string, string>());
    const root = this.files.boundary;
    if (
      root === this.files.root &&
      !namesMembers(this.files.manifest(root)?.workspaces) &&
      this.files.exists(path.join(root, 'pnpm-workspace.yaml')) !== 'file' &&
      this.files.exists(path.join(root, 'lerna.json')) !== 'file'
    )
      return packages;
    const visit = (folder: string, depth: number): void => {
      const manifest = this.files.manifest(folder);
      if (manifest?.name && !packages.has(manifest.name)) packages.set(manifest.name, folder);
      if (depth === 0) return;
      for (const name of this.files.subfolders(folder)) visit(`${folder}/${name}`, depth - 1);
    };
    visit(root, 3);
    return packages;
  }
}
