/**
 * Runs projects in the real framework and prints what they serve as JSON: `METHOD path [names of what ran]`, by project. Each argument is a
 * folder of compiled sources with a `main.js`.
 */
import { request } from 'node:http';
import path from 'node:path';
import { startNest } from './nest-start.js';

interface Layer {
  readonly route?: {
    readonly path: string;
    readonly methods: Readonly<Record<string, boolean>>;
    readonly stack: readonly { readonly handle: { readonly name: string } }[];
  };
}
const steps: string[] = [];
(globalThis as { steps?: string[] }).steps = steps;

/** One request; resolves when the answer begins, so that streams end, too. */
const ask = (port: number, method: string, at: string): Promise<void> =>
  new Promise((resolve) => {
    const sent = request({ port, method, path: at, host: '127.0.0.1', agent: false }, (response) => {
      response.once('error', () => undefined);
      response.destroy();
      resolve();
    });
    sent.on('error', () => resolve());
    sent.end();
  });

async function served(folder: string): Promise<string[]> {
  const { app, port } = await startNest(folder);
  const { router } = app.getHttpAdapter().getInstance() as { readonly router: { readonly stack: readonly Layer[] } };
  const found: string[] = [];
  for (const { route } of router.stack) {
    // Middleware for one method is a layer with a route, too; the framework registers it as a function named `handler`.
    if (!route || route.stack.some(({ handle }) => handle.name === 'handler')) continue;
    // `all` registers every method there is.
    const methods = Object.keys(route.methods);
    // The model shows a wildcard that may be empty as two paths.
    const paths = route.path.endsWith('/{*path}')
      ? [route.path.slice(0, -'/{*path}'.length), route.path.replace('{*path}', '*path')]
      : [route.path];
    for (const at of paths)
      for (const name of methods.length > 20 ? ['all'] : methods) {
        steps.length = 0;
        await ask(
          port,
          name === 'all' ? 'PUT' : name.toUpperCase(),
          (at === paths[0] && paths.length > 1 ? `${at}/` : at).replace(/\*\w+/g, 'rest').replace(/:\w+/g, 'value'),
        );
        found.push(`${name.toUpperCase()} ${at} [${steps.join(' ')}]`);
      }
  }
  return found;
}

const result: Record<string, string[]> = {};
for (const folder of process.argv.slice(2)) result[path.basename(folder)] = await served(folder);
process.stdout.write(JSON.stringify(result), () => process.exit(0));
