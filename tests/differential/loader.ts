import fs from 'node:fs';
import { createRequire, SourceMap } from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import vm from 'node:vm';
import { transform } from 'sucrase';
import type TypeScript from 'typescript';
import { fakeServer, type Probe } from './probe.js';

interface CommonModule {
  exports: unknown;
  id: string;
  filename: string;
  loaded: boolean;
  parent: CommonModule | null;
  children: CommonModule[];
  paths: string[];
}
interface Manifest {
  type?: string;
  imports?: Record<string, string>;
  name?: string;
  main?: string;
  exports?: unknown;
}

const macrotask = setImmediate;
const nativeRequire = createRequire(import.meta.url);
const EXTENSIONS = ['', '.js', '.ts', '.tsx', '.cjs', '.mjs', '.cts', '.mts', '.json'];
const SOURCE_EXTENSIONS: Record<string, readonly string[]> = { '.js': ['.ts', '.tsx'], '.mjs': ['.mts'], '.cjs': ['.cts'] };
let typescript: typeof TypeScript | undefined;

/** Counts work that is still under way, so that the run knows when the program has settled. */
export interface Pending {
  count: number;
}

/**
 * Runs a project's files with Node's semantics: CommonJS by wrapped functions, ES modules by `vm.SourceTextModule`,
 * TypeScript after `transpileModule`, or without its types where nothing else is to be done: that takes a tenth of the time
 * and leaves lines as they are. Nothing is cached between runs. `express` is the probe's; packages that a project needs at
 * run time only come from `stubs/`, where the scanner does not look.
 */
export class Loader {
  private readonly commons = new Map<string, CommonModule>();
  private readonly modules = new Map<string, vm.Module>();
  private readonly maps = new Map<string, SourceMap>();
  private readonly manifest: Manifest;
  private readonly compilerOptions: Record<string, unknown>;
  private readonly workspaces: ReadonlyMap<string, string>;
  private main: CommonModule | null = null;

  constructor(
    private readonly root: string,
    private readonly probe: Probe,
    private readonly stubs: string,
    private readonly pending: Pending,
  ) {
    this.manifest = (readJson(path.join(root, 'package.json')) as Manifest) ?? {};
    this.compilerOptions = this.readCompilerOptions();
    this.workspaces = this.findWorkspaces();
    probe.mapLine = (file, line, column) => {
      const entry = this.maps.get(file)?.findEntry(line - 1, column - 1);
      return entry && 'originalLine' in entry ? entry.originalLine + 1 : line;
    };
  }

  async run(entry: string, timeout: number | undefined): Promise<void> {
    const file = this.resolve(`./${entry}`, path.join(this.root, 'x.js'));
    if (this.isEsm(file)) {
      const module = this.esm(file);
      if (module.status === 'unlinked') await module.link((specifier, from) => this.link(specifier, from.identifier));
      await module.evaluate(timeout ? { timeout } : {});
      return;
    }
    // From a callback of the event loop, as Node runs a main script: ticks come before promise reactions then.
    await new Promise<void>((resolve, reject) =>
      macrotask(() => {
        try {
          if (timeout) {
            Object.assign(globalThis, { $oracleRun: () => this.load(file, null) });
            new vm.Script('globalThis.$oracleRun()').runInThisContext({ timeout });
          } else this.load(file, null);
          resolve();
        } catch (error) {
          // oxlint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- it is what the program threw
          reject(error);
        }
      }),
    );
  }

  private resolve(specifier: string, from: string): string {
    const bases: string[] = [];
    if (specifier.startsWith('.') || path.isAbsolute(specifier)) bases.push(path.resolve(path.dirname(from), specifier));
    else if (specifier.startsWith('file:')) bases.push(fileURLToPath(specifier));
    else {
      const imported = matchPattern(this.manifest.imports ?? {}, specifier);
      if (imported !== undefined) bases.push(path.resolve(this.root, imported));
      const paths = this.compilerOptions['paths'] as Record<string, string[]> | undefined;
      const base = path.resolve(this.root, String(this.compilerOptions['baseUrl'] ?? '.'));
      for (const [pattern, targets] of Object.entries(paths ?? {})) {
        const target = matchPattern({ [pattern]: targets[0]! }, specifier);
        if (target !== undefined) bases.push(path.resolve(base, target));
      }
      if (this.compilerOptions['baseUrl'] !== undefined) bases.push(path.resolve(base, specifier));
      const name = specifier
        .split('/')
        .slice(0, specifier.startsWith('@') ? 2 : 1)
        .join('/');
      const folder = this.workspaces.get(name);
      if (folder) {
        const rest = specifier.slice(name.length + 1);
        const own = readJson(path.join(folder, 'package.json')) as Manifest;
        const exported =
          typeof own.exports === 'string'
            ? own.exports
            : typeof own.exports === 'object' && own.exports
              ? matchPattern(own.exports as Record<string, string>, rest ? `./${rest}` : '.')
              : undefined;
        bases.push(path.join(folder, exported ?? (rest || own.main || 'index')));
      }
      bases.push(path.join(this.stubs, `${specifier.replace(/^@/, '').replaceAll('/', '__')}.cjs`));
    }
    for (const base of bases) {
      const swapped =
        SOURCE_EXTENSIONS[path.extname(base)]?.map((extension) => base.slice(0, -path.extname(base).length) + extension) ?? [];
      // Node: `./x/`, `.` and `..` are folders, even beside a file `x.js`.
      const folderOnly = /(?:^|\/)\.{0,2}$/.test(specifier);
      if (!folderOnly)
        for (const candidate of [...EXTENSIONS.map((extension) => base + extension), ...swapped]) if (isFile(candidate)) return candidate;
      const main = (readJson(path.join(base, 'package.json')) as Manifest | undefined)?.main;
      if (main) for (const extension of EXTENSIONS) if (isFile(path.join(base, main) + extension)) return path.join(base, main) + extension;
      for (const extension of EXTENSIONS.slice(1))
        if (isFile(path.join(base, `index${extension}`))) return path.join(base, `index${extension}`);
    }
    throw Object.assign(new Error(`Cannot find module '${specifier}' from ${from}`), { code: 'MODULE_NOT_FOUND' });
  }

  private isEsm(file: string): boolean {
    if (/\.(mjs|mts)$/.test(file)) return true;
    if (/\.(cjs|cts|json)$/.test(file)) return false;
    let folder = path.dirname(file);
    while (folder.startsWith(this.root)) {
      const manifest = readJson(path.join(folder, 'package.json')) as Manifest | undefined;
      if (manifest) return manifest.type === 'module';
      folder = path.dirname(folder);
    }
    return false;
  }

  /** Node's own modules and the framework; undefined when the specifier names a file. */
  private builtin(specifier: string): unknown {
    if (specifier === 'express') return this.probe.express;
    if (specifier === 'router' && this.probe.version === 5) return nativeRequire('router');
    const name = specifier.replace(/^node:/, '');
    if (name === 'http' || name === 'https' || name === 'http2') {
      const createServer = (...args: unknown[]): object => {
        for (const each of args) if (typeof each === 'function') this.probe.served.add(each);
        return fakeServer([]);
      };
      return { ...nativeRequire(name), createServer, createSecureServer: createServer };
    }
    if (name === 'fs') return this.fileSystem();
    if (name === 'fs/promises') return this.tracked(fs.promises);
    if (name === 'timers/promises')
      return { setTimeout: (ms: number, value: unknown) => new Promise((resolve) => setTimeout(() => resolve(value), ms)) };
    return BUILTINS.has(name) ? nativeRequire(name) : undefined;
  }

  private fileSystem(): unknown {
    const system: Record<string, unknown> = { ...fs, promises: this.tracked(fs.promises) };
    for (const name of ['readdir', 'readFile', 'stat', 'access'] as const) {
      const sync = fs[`${name}Sync`] as (...args: unknown[]) => unknown;
      system[name] = (...args: unknown[]) => {
        const callback = args.pop() as (error: unknown, value?: unknown) => void;
        let outcome: [unknown, unknown?];
        try {
          outcome = [null, sync(...args)];
        } catch (error) {
          outcome = [error];
        }
        setImmediate(() => callback(...outcome));
      };
    }
    return system;
  }

  private tracked(promises: object): unknown {
    return new Proxy(promises, {
      get: (target, key) => {
        const member: unknown = Reflect.get(target, key);
        if (typeof member !== 'function') return member;
        return (...args: unknown[]) => {
          this.pending.count++;
          return (Reflect.apply(member, target, args) as Promise<unknown>).finally(() => {
            this.pending.count--;
          });
        };
      },
    });
  }

  private load(file: string, parent: CommonModule | null): unknown {
    const known = this.commons.get(file);
    if (known) return known.exports;
    const module: CommonModule = { exports: {}, id: file, filename: file, loaded: false, parent, children: [], paths: [] };
    this.main ??= module;
    this.commons.set(file, module);
    parent?.children.push(module);
    try {
      if (file.endsWith('.json')) module.exports = JSON.parse(fs.readFileSync(file, 'utf8'));
      else {
        const require = (specifier: string): unknown => this.builtin(specifier) ?? this.load(this.resolve(specifier, file), module);
        Object.assign(require, { resolve: (specifier: string) => this.resolve(specifier, file), main: this.main, cache: {} });
        const wrapper = vm.compileFunction(this.text(file, 'CommonJS'), ['exports', 'require', 'module', '__filename', '__dirname'], {
          filename: file,
          importModuleDynamically: (specifier: string) => this.dynamic(specifier, file),
        });
        Reflect.apply(wrapper, module.exports, [module.exports, require, module, file, path.dirname(file)]);
      }
      module.loaded = true;
    } catch (error) {
      this.commons.delete(file);
      throw error;
    }
    return module.exports;
  }

  private esm(file: string): vm.Module {
    const known = this.modules.get(file);
    if (known) return known;
    const module = new vm.SourceTextModule(this.text(file, 'ESNext'), {
      identifier: file,
      initializeImportMeta: (meta) =>
        Object.assign(meta, { url: pathToFileURL(file).href, dirname: path.dirname(file), filename: file, main: false }),
      importModuleDynamically: (specifier) => this.dynamic(specifier, file),
    });
    this.modules.set(file, module);
    return module;
  }

  private link(specifier: string, from: string): vm.Module {
    const builtin = this.builtin(specifier);
    if (builtin !== undefined) return this.synthetic(`builtin:${specifier}`, Object.keys(builtin as object), () => builtin);
    const file = this.resolve(specifier, from);
    if (this.isEsm(file)) return this.esm(file);
    // Names of a CommonJS module must be known before it runs; the modules of a program still run in Node's order.
    const names = file.endsWith('.json')
      ? []
      : [...new Set([...fs.readFileSync(file, 'utf8').matchAll(/\bexports\.(\w+)\s*=/g)].map((match) => match[1]!))];
    return this.synthetic(file, names, () => this.load(file, null));
  }

  private synthetic(id: string, names: readonly string[], value: () => unknown): vm.Module {
    const known = this.modules.get(id);
    if (known) return known;
    const exported = [...new Set([...names, 'default'])];
    const module = new vm.SyntheticModule(
      exported,
      () => {
        const result = value();
        for (const name of exported) module.setExport(name, name === 'default' ? result : (result as Record<string, unknown>)[name]);
      },
      { identifier: id },
    );
    this.modules.set(id, module);
    return module;
  }

  private async dynamic(specifier: string, from: string): Promise<vm.Module> {
    this.pending.count++;
    try {
      const module = this.link(specifier, from);
      if (module.status === 'unlinked') await module.link((inner, referrer) => this.link(inner, referrer.identifier));
      if (module.status === 'linked') await module.evaluate();
      return module;
    } finally {
      this.pending.count--;
    }
  }

  private text(file: string, format: 'CommonJS' | 'ESNext'): string {
    const source = fs
      .readFileSync(file, 'utf8')
      .replace(/^\uFEFF/, '')
      .replace(/^#!/, '//');
    if (!/\.(ts|tsx|mts|cts)$/.test(file)) return source;
    if (format === 'ESNext' && !/@\w|\b(?:namespace|module)\b/.test(source))
      return transform(source, { transforms: ['typescript'], disableESTransforms: true, filePath: file }).code;
    typescript ??= nativeRequire('typescript') as typeof TypeScript;
    const {
      baseUrl: _base,
      paths: _paths,
      ...options
    } = typescript.convertCompilerOptionsFromJson(this.compilerOptions, this.root).options;
    const { outputText, sourceMapText } = typescript.transpileModule(source, {
      fileName: file,
      compilerOptions: {
        ...options,
        target: typescript.ScriptTarget.ES2022,
        module: format === 'CommonJS' ? typescript.ModuleKind.CommonJS : typescript.ModuleKind.ESNext,
        esModuleInterop: true,
        sourceMap: true,
        inlineSourceMap: false,
        verbatimModuleSyntax: false,
        isolatedModules: true,
      },
    });
    if (sourceMapText) this.maps.set(file, new SourceMap(JSON.parse(sourceMapText)));
    return outputText.replace(/\n\/\/# sourceMappingURL=.*\s*$/, '\n');
  }

  private readCompilerOptions(): Record<string, unknown> {
    const file = path.join(this.root, 'tsconfig.json');
    if (!isFile(file)) return {};
    const config = readJson(file) as { compilerOptions?: Record<string, unknown> } | undefined;
    return config?.compilerOptions ?? {};
  }

  private findWorkspaces(): Map<string, string> {
    const found = new Map<string, string>();
    for (const parent of ['packages', 'libs', 'node_modules']) {
      const folder = path.join(this.root, parent);
      if (!fs.existsSync(folder)) continue;
      for (const name of fs.readdirSync(folder)) {
        const manifest = readJson(path.join(folder, name, 'package.json')) as Manifest | undefined;
        if (manifest?.name) found.set(manifest.name, path.join(folder, name));
      }
    }
    return found;
  }
}

const BUILTINS = new Set([
  'path',
  'url',
  'util',
  'events',
  'os',
  'crypto',
  'assert',
  'querystring',
  'string_decoder',
  'async_hooks',
  'module',
  'timers',
  'buffer',
  'process',
  'perf_hooks',
  'zlib',
  'stream',
  'cluster',
]);

const isFile = (file: string): boolean => fs.statSync(file, { throwIfNoEntry: false })?.isFile() ?? false;

function readJson(file: string): unknown {
  return isFile(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : undefined;
}

/** Looks a specifier up in a table whose keys may hold one `*`. */
function matchPattern(table: Record<string, unknown>, specifier: string): string | undefined {
  for (const [pattern, target] of Object.entries(table)) {
    if (typeof target !== 'string') continue;
    const star = pattern.indexOf('*');
    if (star < 0) {
      if (pattern === specifier) return target;
      continue;
    }
    if (specifier.startsWith(pattern.slice(0, star)) && specifier.endsWith(pattern.slice(star + 1)))
      return target.replace('*', specifier.slice(star, specifier.length - (pattern.length - star - 1)));
  }
  return undefined;
}
