/**
 * Runs projects in the real framework and prints what they serve as JSON: `METHOD path [names of what ran]`, by project. Each argument is a
 * folder of compiled sources with a `main.js`.
 */
import { createRequire } from 'node:module';
import type { Server } from 'node:http';
import { request } from 'node:http';
import path from 'node:path';

interface Layer { readonly route?: { readonly path: string; readonly methods: Readonly<Record<string, boolean>>; readonly stack: readonly { readonly handle: { readonly name: string } }[] } }
interface RealApplication {
  listen(port: number): Promise<Server>;
  getHttpAdapter(): { getInstance(): { readonly router: { readonly stack: readonly Layer[] } } };
}

const require = createRequire(import.meta.url);
require('reflect-metadata');
const { NestApplication } = require('@nestjs/core/nest-application') as { NestApplication: { prototype: RealApplication } };

const steps: string[] = [];
(globalThis as { steps?: string[] }).steps = steps;

/** Starts the project; the framework's own `listen` runs on a free port, whatever port the project names. */
function start(folder: string): Promise<{ readonly app: RealApplication; readonly port: number }> {
  const { listen } = NestApplication.prototype;
  return new Promise<{ readonly app: RealApplication; readonly port: number }>((resolve) => {
    NestApplication.prototype.listen = async function (this: RealApplication) {
      const server = await listen.call(this, 0);
      const address = server.address();
      resolve({ app: this, port: typeof address === 'object' && address ? address.port : 0 });
      return server;
    };
    require(path.join(folder, 'main.js'));
  }).finally(() => { NestApplication.prototype.listen = listen; });
}

/** One request; resolves when the answer begins, so that streams end, too. */
const ask = (port: number, method: string, at: string): Promise<void> => new Promise((resolve) => {
  const sent = request({ port, method, path: at, host: '127.0.0.1', agent: false }, (response) => { response.once('error', () => undefined); response.destroy(); resolve(); });
  sent.on('error', () => resolve());
  sent.end();
});

async function served(folder: string): Promise<string[]> {
  const { app, port } = await start(folder);
  const found: string[] = [];
  for (const { route } of app.getHttpAdapter().getInstance().router.stack) {
    // Middleware for one method is a layer with a route, too; the framework registers it as a function named `handler`.
    if (!route || route.stack.some(({ handle }) => handle.name === 'handler')) continue;
    // `all` registers every method there is.
    const methods = Object.keys(route.methods);
    // The model shows a wildcard that may be empty as two paths.
    const paths = route.path.endsWith('/{*path}') ? [route.path.slice(0, -'/{*path}'.length), route.path.replace('{*path}', '*path')] : [route.path];
    for (const at of paths) for (const name of methods.length > 20 ? ['all'] : methods) {
      steps.length = 0;
      await ask(port, name === 'all' ? 'PUT' : name.toUpperCase(), (at === paths[0] && paths.length > 1 ? `${at}/` : at).replace(/\*\w+/g, 'rest').replace(/:\w+/g, 'value'));
      found.push(`${name.toUpperCase()} ${at} [${steps.join(' ')}]`);
    }
  }
  return found;
}

const result: Record<string, string[]> = {};
for (const folder of process.argv.slice(2)) result[path.basename(folder)] = await served(folder);
process.stdout.write(JSON.stringify(result), () => process.exit(0));
