import path from 'node:path';
import { longestText } from '@tool/ir';
import { pluginsInProgram } from '../sources/babel-program.js';
import type { ProjectFiles } from '../sources/project-files.js';
import { parseConfig } from '../sources/read-config.js';

/** Options of Babel's module-resolver, as a configuration file states them. */
interface ModuleResolverOptions {
  readonly root?: unknown;
  readonly alias?: unknown;
  readonly cwd?: unknown;
}

/** What Babel's module-resolver makes of specifiers: its roots, and its aliases, which are names or patterns. */
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
          } else if (specifier === key || specifier.startsWith(`${key}/`))
            targets.push(path.resolve(base, target) + specifier.slice(key.length));
        }
      for (const each of Array.isArray(root) ? root : [root])
        if (typeof each === 'string') targets.push(path.resolve(base, each, specifier));
    }
    return targets;
  }
}
