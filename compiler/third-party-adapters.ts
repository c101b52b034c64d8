import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { API_VERSION, type Adapter } from '@tool/scanner-sdk';

/** An adapter of `adapters` in tool.config.json that cannot be used, as a diagnostic of the catalogue `project`. */
export type AdapterProblem =
  | { readonly code: 'adapter-not-loaded'; readonly args: { readonly name: string; readonly why: string } }
  | { readonly code: 'adapter-version'; readonly args: { readonly name: string; readonly found: string; readonly wanted: string } };

/**
 * Imports the adapters that a project names: a package that the project has installed, or a path to a module. The module's default export (or its
 * export `adapter`) is the adapter. What cannot be used is told and skipped; the others are not affected.
 */
export async function loadAdapters(
  root: string,
  names: readonly string[],
): Promise<{ readonly adapters: readonly Adapter[]; readonly problems: readonly AdapterProblem[] }> {
  const require = createRequire(path.join(path.resolve(root), 'package.json'));
  const adapters: Adapter[] = [];
  const problems: AdapterProblem[] = [];
  for (const name of names) {
    try {
      const module = (await import(pathToFileURL(require.resolve(name)).href)) as {
        readonly default?: unknown;
        readonly adapter?: unknown;
      };
      const adapter = module.adapter ?? (module.default as { readonly adapter?: unknown } | undefined)?.adapter ?? module.default;
      const problem = adapterProblem(name, adapter);
      if (problem) problems.push(problem);
      else adapters.push(adapter as Adapter);
    } catch (error) {
      const missing =
        (error as NodeJS.ErrnoException).code === 'MODULE_NOT_FOUND' || (error as NodeJS.ErrnoException).code === 'ERR_MODULE_NOT_FOUND';
      problems.push({
        code: 'adapter-not-loaded',
        args: {
          name,
          why: missing ? 'there is no such package in the project' : error instanceof Error ? error.message.split('\n')[0]! : String(error),
        },
      });
    }
  }
  return { adapters, problems };
}

/** What keeps a value from being used as an adapter; null when nothing does. */
export function adapterProblem(name: string, adapter: unknown): AdapterProblem | null {
  if (!isAdapter(adapter))
    return { code: 'adapter-not-loaded', args: { name, why: 'its default export is not what defineAdapter returns' } };
  if (adapter.apiVersion !== API_VERSION)
    return { code: 'adapter-version', args: { name, found: String(adapter.apiVersion), wanted: String(API_VERSION) } };
  return null;
}

const isAdapter = (value: unknown): value is Adapter => {
  const adapter = value as Partial<Adapter> | null | undefined;
  return (
    typeof adapter === 'object' &&
    adapter !== null &&
    typeof adapter.id === 'string' &&
    typeof adapter.title === 'string' &&
    Array.isArray(adapter.packages) &&
    typeof adapter.modules === 'object'
  );
};
