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
  init(): Promise<unknown>;
  listen(port: number): Promise<Server>;
  close(): Promise<void>;
  getHttpAdapter(): { getInstance(): { readonly router: { readonly stack: readonly Layer[] } } };
}
interface Factory { create(...args: unknown[]): Promise<RealApplication> }

const require = createRequire(import.meta.url);
require('reflect-metadata');
const { NestFactory } = require('@nestjs/core') as { NestFactory: Factory };

const steps: string[] = [];
(globalThis as { steps?: string[] }).steps = steps;

/** Starts the project; the framework's own `listen` runs on a free port, whatever port the project names. */
async function start(folder: string): Promise<{ readonly app: RealApplication; readonly port: number }> {
  const create = NestFactory.create.bind(NestFactory);
  return await new Promise((resolve, reject) => {
    NestFactory.create = async (...args) => {
      const app = await create(...args);
      const listen = app.listen.bind(app);
      app.listen = async () => {
        const server = await listen(0);
        const address = server.address();
        resolve({ app, port: typeof address === 'object' && address ? address.port : 0 });
        return server;
      };
      return app;
    };
    try { require(path.join(folder, 'main.js')); } catch (error) { reject(error instanceof Error ? error : new Error(String(error))); }
  }).finally(() => { NestFactory.create = create; }) as { readonly app: RealApplication; readonly port: number };
}

/** One request; resolves when the answer begins, so that streams end, too. */
const ask = (port: number, method: string, at: string): Promise<void> => new Promise((resolve, reject) => {
  const sent = request({ port, method, path: at, host: '127.0.0.1' }, (response) => { response.once('error', () => undefined); response.destroy(); resolve(); });
  sent.once('error', reject);
  sent.end();
});

async function served(folder: string): Promise<string[]> {
  const { app, port } = await start(folder);
  const found: string[] = [];
  for (const { route } of app.getHttpAdapter().getInstance().router.stack) {
    // Middleware for one method is a layer with a route, too; the framework registers it as a function named `handler`.
    if (!route || route.stack.some(({ handle }) => handle.name === 'handler')) continue;
    for (const name of Object.keys(route.methods)) {
      const method = name === '_all' ? 'ALL' : name.toUpperCase();
      steps.length = 0;
      await ask(port, method === 'ALL' ? 'PUT' : method, route.path.replace(/\{?\*\w+\}?/g, 'rest').replace(/:\w+/g, 'value'));
      found.push(`${method} ${route.path} [${steps.join(' ')}]`);
    }
  }
  await app.close();
  return found;
}

const result: Record<string, string[]> = {};
for (const folder of process.argv.slice(2)) result[path.basename(folder)] = await served(folder);
process.stdout.write(JSON.stringify(result), () => process.exit(0));
