import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { scanProject } from '../../compiler/scan.js';

export interface MiniScan {
  /** `METHOD /path [middleware names] handler`, sorted as in the model; `?` marks conditional entries, `!phase` others than normal ones. */
  readonly routes: readonly string[];
  /** `code line` of every diagnostic, in order. */
  readonly diagnostics: readonly string[];
  /** Paths of what could not be resolved. */
  readonly unresolved: readonly string[];
}

/** Writes a project into a temporary folder, scans it and takes it away again. The default manifest starts `index.js` and names Express 4. */
export async function scanMini(
  files: Readonly<Record<string, string>>,
  manifest: Readonly<Record<string, unknown>> = {},
): Promise<MiniScan> {
  const root = mkdtempSync(path.join(tmpdir(), 'tool-mini-'));
  try {
    const all = {
      'package.json': JSON.stringify({ name: 'mini', main: 'index.js', dependencies: { express: '^4.21.0' }, ...manifest }),
      ...files,
    };
    for (const [file, text] of Object.entries(all)) {
      mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
      writeFileSync(path.join(root, file), text);
    }
    const { endpointSet, diagnostics } = await scanProject({ root });
    const middlewares = new Map(endpointSet.program.middlewares.map((middleware) => [middleware.id, middleware.name]));
    const handlers = new Map(endpointSet.program.handlers.map((handler) => [handler.id, handler.name]));
    return {
      routes: endpointSet.endpoints.map((endpoint) => {
        const chain = endpoint.chain.map(
          (entry) => `${middlewares.get(entry.middleware)}${entry.conditional ? '?' : ''}${entry.phase ? `!${entry.phase}` : ''}`,
        );
        return `${endpoint.method} ${endpoint.path}${endpoint.conditional ? '?' : ''} [${chain.join(' ')}] ${handlers.get(endpoint.handler)}`.trim();
      }),
      diagnostics: diagnostics.map(({ code, place }) => `${code} ${'line' in place ? place.line : 0}`),
      unresolved: endpointSet.unresolved.map((entry) => `${entry.what} ${entry.path ?? ''}`.trim()),
    };
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}
