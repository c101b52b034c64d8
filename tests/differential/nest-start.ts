import { createRequire } from 'node:module';
import type { Server } from 'node:http';
import path from 'node:path';

interface RealApplication {
  listen(port: number): Promise<Server>;
  getHttpAdapter(): { getInstance(): unknown };
}

const require = createRequire(import.meta.url);
require('reflect-metadata');
const { NestApplication } = require('@nestjs/core/nest-application') as { NestApplication: { prototype: RealApplication } };

/** Starts the project; the framework's own `listen` runs on a free port, whatever port the project names. */
export function startNest(folder: string): Promise<{ readonly app: RealApplication; readonly port: number }> {
  const { listen } = NestApplication.prototype;
  return new Promise<{ readonly app: RealApplication; readonly port: number }>((resolve) => {
    NestApplication.prototype.listen = async function (this: RealApplication) {
      const server = await listen.call(this, 0);
      const address = server.address();
      resolve({ app: this, port: typeof address === 'object' && address ? address.port : 0 });
      return server;
    };
    require(path.join(folder, 'main.js'));
  }).finally(() => {
    NestApplication.prototype.listen = listen;
  });
}
