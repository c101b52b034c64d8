import path from 'node:path';
import { recordOf, textsOf } from '../sources/as-written.js';
import type { ProjectFiles } from '../sources/project-files.js';
import { parseConfig } from '../sources/read-config.js';
import { exportTarget } from './package-exports.js';

const MISSING: unique symbol = Symbol('missing');

/** What a tsconfig says about resolution, what it extends included. */
export interface PathsConfig {
  readonly base: string;
  readonly baseUrl: string | null;
  readonly patterns: readonly { readonly prefix: string; readonly suffix: string; readonly targets: readonly string[] }[];
  readonly outDir: string | null;
  readonly rootDir: string | null;
  /** The folders of the files that are compiled: without `rootDir` the compiler keeps what lies below the one that holds them all. */
  readonly included: readonly string[];
}

/** The tsconfig and jsconfig files of a project, as far as they say where modules are. */
export class PathsConfigs {
  private readonly known = new Map<string, PathsConfig | null>();

  /**
   * @param workspacePackages folders of the packages of the repository by name
   * @param reportConfig told of a file that cannot be read completely, and why
   */
  constructor(
    private readonly files: ProjectFiles,
    private readonly workspacePackages: () => ReadonlyMap<string, string>,
    private readonly reportConfig: (file: string, message: string) => void,
  ) {}

  /** What the nearest tsconfig or jsconfig above a folder says about resolution. */
  for(folder: string): PathsConfig | null {
    const known = this.known.get(folder);
    if (known !== undefined) return known;
    let config: PathsConfig | null = null;
    let found = false;
    for (const name of ['tsconfig.json', 'jsconfig.json', 'tsconfig.base.json']) {
      const file = path.join(folder, name);
      if (this.files.exists(file) === 'file') {
        config = this.readConfig(file, new Set());
        found = true;
        break;
      }
    }
    if (!found && this.files.inside(path.dirname(folder)) && folder !== path.dirname(folder)) config = this.for(path.dirname(folder));
    this.known.set(folder, config);
    return config;
  }

  /**
   * The file that `extends` names: a path, or a file of a package. `MISSING` is one that has to be in this repository; null a package
   * that is not installed, which a checkout may be scanned without, and what lies outside.
   */
  private extendedConfig(base: string, extended: string): string | typeof MISSING | null {
    const fileAt = (target: string): string | null =>
      [target, `${target}.json`, path.join(target, 'tsconfig.json')].find((each) => this.files.exists(each) === 'file') ?? null;
    if (/^(?:\.\.?(?:\/|$)|\/)/.test(extended)) {
      const target = path.resolve(base, extended);
      return fileAt(target) ?? (this.files.exists(target) === 'outside' ? null : MISSING);
    }
    const name = extended
      .split('/')
      .slice(0, extended.startsWith('@') ? 2 : 1)
      .join('/');
    const inside = `.${extended.slice(name.length)}`;
    const inPackage = (folder: string): string | null => {
      const manifest = this.files.manifest(folder);
      const target = exportTarget(manifest?.exports, inside) ?? (inside === '.' ? manifest?.tsconfig : null) ?? inside;
      return fileAt(path.resolve(folder, target));
    };
    const own = this.workspacePackages().get(name);
    if (own !== undefined) return inPackage(own) ?? MISSING;
    for (let folder = base; this.files.inside(folder); folder = path.dirname(folder)) {
      const found = inPackage(path.join(folder, 'node_modules', name));
      if (found !== null || folder === path.dirname(folder)) return found;
    }
    return null;
  }

  private readConfig(file: string, seen: Set<string>): PathsConfig | null {
    if (seen.has(file)) return null;
    seen.add(file);
    const text = this.files.readText(file);
    if (text === null) return null;
    const { config: json, error } = parseConfig(file, text);
    if (error !== null) this.reportConfig(file, error);
    const base = path.dirname(file);
    let merged: PathsConfig = { base, baseUrl: null, patterns: [], outDir: null, rootDir: null, included: [] };
    for (const extended of textsOf(json['extends'])) {
      const target = this.extendedConfig(base, extended);
      if (target === MISSING) {
        this.reportConfig(file, `it extends ${extended}, which is not there.`);
        continue;
      }
      const parent = target === null ? null : this.readConfig(target, seen);
      if (parent)
        merged = {
          base,
          baseUrl: parent.baseUrl ?? merged.baseUrl,
          patterns: parent.patterns.length > 0 ? parent.patterns : merged.patterns,
          outDir: parent.outDir ?? merged.outDir,
          rootDir: parent.rootDir ?? merged.rootDir,
          included: parent.included.length > 0 ? parent.included : merged.included,
        };
    }
    const options = recordOf(json['compilerOptions']);
    const text_ = (value: unknown): string | null => (typeof value === 'string' ? value : null);
    const baseUrl = text_(options['baseUrl']);
    const absolute = (value: string | null): string | null =>
      value === null ? null : path.resolve(base, value.replace('${configDir}', base));
    const pathMap = options['paths'];
    const root = absolute(baseUrl) ?? merged.baseUrl ?? base;
    const patterns =
      pathMap && typeof pathMap === 'object'
        ? Object.entries(pathMap as Record<string, unknown>).map(([pattern, targets]) => {
            const star = pattern.indexOf('*');
            return {
              prefix: star < 0 ? pattern : pattern.slice(0, star),
              suffix: star < 0 ? '\0exact' : pattern.slice(star + 1),
              targets: textsOf(targets).map((target) => path.resolve(root, target.replace('${configDir}', base))),
            };
          })
        : merged.patterns;
    const included = [...textsOf(json['include']), ...textsOf(json['files']).map((name) => path.dirname(name))].map((pattern) =>
      path.resolve(base, folderOf(pattern).replace('${configDir}', base)),
    );
    let result: PathsConfig = {
      base,
      baseUrl: absolute(baseUrl) ?? merged.baseUrl,
      patterns,
      outDir: absolute(text_(options['outDir'])) ?? merged.outDir,
      rootDir: absolute(text_(options['rootDir'])) ?? merged.rootDir,
      included: included.length > 0 ? included : merged.included,
    };
    // A solution file has no options of its own: the referenced projects do.
    const references = Array.isArray(json['references'])
      ? json['references'].flatMap((reference) => textsOf(recordOf(reference)['path']))
      : [];
    if (result.patterns.length === 0 && Object.keys(options).length === 0)
      for (const reference of references) {
        const target = path.resolve(base, reference);
        const inner = this.readConfig(this.files.exists(target) === 'directory' ? path.join(target, 'tsconfig.json') : target, seen);
        if (inner?.patterns.length) {
          result = { ...inner, base };
          break;
        }
      }
    return result;
  }
}

/** The folder that a pattern of `include` begins with: `lib` of `lib/**\/*.ts`. */
const folderOf = (pattern: string): string => /^(.*?)\/?(?:$|[^/]*[*?].*|[^/]+\.[cm]?[jt]sx?$)/.exec(pattern)?.[1] ?? '';

/** Where a specifier may be by the `paths` of a tsconfig: the longest prefix wins. */
export function matchPaths(config: PathsConfig, specifier: string): string[] {
  let best: { readonly length: number; readonly targets: string[] } | null = null;
  for (const { prefix, suffix, targets } of config.patterns) {
    if (suffix === '\0exact') {
      if (specifier === prefix) return [...targets];
      continue;
    }
    if (!specifier.startsWith(prefix) || !specifier.endsWith(suffix) || specifier.length < prefix.length + suffix.length) continue;
    const star = specifier.slice(prefix.length, specifier.length - suffix.length);
    if (!best || prefix.length > best.length)
      best = { length: prefix.length, targets: targets.map((target) => target.replace('*', () => star)) };
  }
  return best?.targets ?? [];
}

/** What lies below a name of `paths` without a star: TypeScript knows none of it, bundlers that are told the same do. */
export const belowPaths = (config: PathsConfig | null, specifier: string): string[] =>
  (config?.patterns ?? []).flatMap(({ prefix, suffix, targets }) =>
    suffix === '\0exact' && specifier.startsWith(`${prefix}/`) ? targets.map((target) => target + specifier.slice(prefix.length)) : [],
  );
