import path from 'node:path';
import { longestText } from '@tool/ir';
import { recordOf, textsOf } from '../sources/as-written.js';
import { membersInProgram, pluginsInProgram } from '../sources/babel-program.js';
import type { ProjectFiles } from '../sources/project-files.js';
import { parseConfig } from '../sources/read-config.js';

/** Options of Babel's module-resolver, as a configuration file states them. */
interface ModuleResolverOptions {
  readonly root?: unknown;
  readonly alias?: unknown;
  readonly cwd?: unknown;
}

/** Configurations of bundlers and of Jest that are programs. */
const OF_BUNDLERS = /^(?:webpack|rspack|vite|rollup|jest)\b[\w.-]*\.[cm]?[jt]s$/;

/** The `moduleNameMapper` of Jest: patterns, of which `$1` is what they match. */
const ofJest = (mapper: unknown, rootDir: unknown): ModuleResolverOptions => ({
  cwd: typeof rootDir === 'string' ? `./${rootDir.replace('<rootDir>', '.')}` : '.',
  alias: Object.fromEntries(
    Object.entries(recordOf(mapper)).map(([key, target]) => [
      key.startsWith('^') ? key : `^${key}`,
      textsOf(target)[0]
        ?.replace(/^<rootDir>/, '.')
        .replace(/\$(\d)/g, '\\$1'),
    ]),
  ),
});

/** What Babel's module-resolver, bundlers and Jest make of specifiers: their roots, and their aliases, which are names or patterns. */
export class BabelAliases {
  private readonly known = new Map<string, readonly ModuleResolverOptions[]>();
  constructor(private readonly files: ProjectFiles) {}

  /** Where it looks for a specifier when it is configured in this folder: absolute paths. */
  targets(folder: string, specifier: string): string[] {
    let options = this.known.get(folder);
    if (!options) {
      const found: ModuleResolverOptions[] = [];
      const collect = (config: unknown): void => {
        if (!config || typeof config !== 'object') return;
        const { plugins, env } = config as { plugins?: unknown; env?: Record<string, unknown> };
        if (Array.isArray(plugins))
          for (const plugin of plugins)
            if (Array.isArray(plugin) && /module-resolver$/.test(String(plugin[0])) && plugin[1] && typeof plugin[1] === 'object')
              found.push(plugin[1] as ModuleResolverOptions);
        if (env && typeof env === 'object') Object.values(env).forEach(collect);
      };
      collect(this.files.manifest(folder)?.babel);
      const read = (name: string): string | null => {
        const file = path.join(folder, name);
        return this.files.exists(file) === 'file' ? this.files.readText(file) : null;
      };
      for (const name of ['.babelrc', '.babelrc.json', 'babel.config.json']) {
        const text = read(name);
        if (text !== null) collect(parseConfig(path.join(folder, name), text).config);
      }
      for (const name of ['.babelrc.js', '.babelrc.cjs', 'babel.config.js', 'babel.config.cjs']) {
        const text = read(name);
        if (text !== null) collect({ plugins: pluginsInProgram(text) });
      }
      found.push(...this.ofBundlers(folder));
      this.known.set(folder, (options = found));
    }
    const targets: string[] = [];
    for (const { root, alias, cwd } of options) {
      const base = typeof cwd === 'string' && cwd.startsWith('.') ? path.resolve(folder, cwd) : folder;
      if (alias && typeof alias === 'object')
        for (const [key, target] of Object.entries(alias)) {
          if (typeof target !== 'string') continue;
          if (key.startsWith('^')) {
            if (specifier.length <= longestText(key))
              try {
                const match = new RegExp(key).exec(specifier);
                if (match)
                  targets.push(
                    path.resolve(
                      base,
                      target.replace(/\\(\d)/g, (_all, index: string) => match[Number(index)] ?? ''),
                    ),
                  );
              } catch {
                /* no pattern of ours */
              }
          } else if (specifier === key.replace(/\$$/, '') || specifier.startsWith(key.endsWith('/') ? key : `${key}/`))
            targets.push(path.join(path.resolve(base, target), specifier.slice(key.length)));
        }
      for (const each of Array.isArray(root) ? root : [root])
        if (typeof each === 'string') targets.push(path.resolve(base, each, specifier));
    }
    return targets;
  }

  private ofBundlers(folder: string): readonly ModuleResolverOptions[] {
    const found: ModuleResolverOptions[] = [];
    const { moduleNameMapper, rootDir } = recordOf(this.files.manifest(folder)?.jest);
    if (moduleNameMapper !== undefined) found.push(ofJest(moduleNameMapper, rootDir));
    for (const { name } of this.files.modulesIn(folder)) {
      const text = OF_BUNDLERS.test(name) ? this.files.readText(path.join(folder, name)) : null;
      const members = text === null ? [] : membersInProgram(text, ['alias', 'modules', 'moduleNameMapper', 'rootDir']);
      for (const [member, value] of members)
        if (member === 'alias') found.push({ alias: value });
        else if (member === 'modules') found.push({ root: textsOf(value).filter((root) => root !== 'node_modules') });
        else if (member === 'moduleNameMapper') found.push(ofJest(value, members.find(([each]) => each === 'rootDir')?.[1]));
    }
    return found;
  }
}
