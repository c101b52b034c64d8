import { existsSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { getRequestListener } from '@hono/node-server';
import { readConfig, storePaths, UsageError } from '../store/index.js';
import { watchProject } from '../watch/index.js';
import { createApp } from './app.js';
import { connectChanges } from './connect-changes.js';
import { createEventHub } from './event-hub.js';
import { ownHosts, refuse } from './gate.js';
import { createLiveRuns } from './live-runs.js';
import { createModelCache } from './model-cache.js';
import { nextFreePort, whoListens } from './port.js';
import { createScanner } from './scanner.js';
import { createSessions } from './sessions.js';
import { readStaticFiles } from './static-files.js';
import type { Studio } from './studio.js';
import { watchState } from './watch-state.js';

export interface StudioOptions {
  /** Absolute path of the project root. */
  readonly root: string;
  readonly port: number;
  readonly toolVersion: string;
  /** Folder of the bundled page. Default: the one in the package. */
  readonly pageFolder?: string;
  /** Scan at the start. Default: true. */
  readonly scan?: boolean;
  /** Takes one line for each thing that happens. */
  readonly log?: (line: string) => void;
}

export interface RunningStudio {
  readonly port: number;
  readonly server: Server;
  /** A link with a new code that signs one browser in. */
  link(): string;
  /** Settles when the files are watched and the first scan has ended. */
  readonly ready: Promise<void>;
  close(): Promise<void>;
}

/** The address is ours alone: a name or another interface would let others in. */
const ADDRESS = '127.0.0.1';

/**
 * Starts the backend, the watcher and the page.
 * @throws PortTaken when somebody listens there already
 */
export async function startStudio(options: StudioOptions): Promise<RunningStudio> {
  const { root } = options;
  const log = options.log ?? (() => undefined);
  const files = readPage(options.pageFolder ?? fileURLToPath(new URL('../../studio/page/', import.meta.url)));
  const server = createServer({ requireHostHeader: false });
  const port = await listen(server, options.port);

  const hub = createEventHub();
  const model = createModelCache(root);
  const scanner = createScanner(root, (state) =>
    hub.publish('scan', {
      running: state.running,
      ...(state.progress !== undefined && { progress: state.progress }),
      ...(state.failure && { failure: state.failure }),
    }),
  );
  const studio: Studio = {
    root,
    toolVersion: options.toolVersion,
    config: readConfig(root) ?? {},
    model,
    scanner,
    hub,
    files,
    runs: createLiveRuns(root, options.toolVersion, hub),
    sessions: createSessions(root, port),
  };

  const hosts = ownHosts(port);
  const answer = getRequestListener(createApp(studio).fetch, { overrideGlobalObjects: false });
  server.on('request', (request, response) => {
    const refusal = refuse(request, hosts);
    if (refusal === null) {
      void answer(request, response);
      return;
    }
    response.writeHead(refusal.status, {
      'content-type': 'application/json; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      connection: 'close',
    });
    response.end(JSON.stringify({ error: { message: refusal.message } }));
  });
  // Nothing here speaks another protocol, so every upgrade ends; who asks from elsewhere is told no more than that.
  server.on('upgrade', (request, socket) => {
    const refusal = refuse(request, hosts);
    socket.end(`HTTP/1.1 ${refusal === null ? '426 Upgrade Required' : '403 Forbidden'}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
  });
  server.on('connect', (_request, socket) => {
    socket.end('HTTP/1.1 403 Forbidden\r\nconnection: close\r\ncontent-length: 0\r\n\r\n');
  });

  const changes = await connectChanges(studio, log);
  const watcher = watchProject(root, {
    onChanges: (batch) => changes.take(batch),
    onError: (error) => log(`watching: ${error instanceof Error ? error.message : String(error)}`),
  });
  const state = watchState(storePaths(root), hub);
  const ready = Promise.all([watcher.ready, state.ready, options.scan === false ? undefined : scanner.scan('all')]).then(() => undefined);

  return {
    port,
    server,
    ready,
    link: () => `http://${ADDRESS}:${port}/#code=${studio.sessions.newCode()}`,
    async close() {
      hub.close();
      const closed = new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
      server.closeAllConnections();
      await Promise.all([watcher.close(), state.close(), scanner.close(), studio.runs.close(), closed]);
    },
  };
}

function readPage(folder: string): Studio['files'] {
  const files = existsSync(folder) ? readStaticFiles(folder) : new Map<string, never>();
  if (!files.has('/'))
    throw new UsageError({
      what: `The dashboard's page is not in ${folder}.`,
      why: 'It is bundled when the tool is built.',
      help: 'Run `npm run build` in the folder of the tool.',
    });
  return files;
}

export class PortTaken extends Error {
  override readonly name = 'PortTaken';
  constructor(
    readonly port: number,
    readonly by: string | undefined,
    readonly next: number | undefined,
  ) {
    super(`Port ${port} is taken${by === undefined ? '' : ` by ${by}`}.`);
  }
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EADDRINUSE') {
        reject(error);
        return;
      }
      void nextFreePort(port + 1).then((next) => reject(new PortTaken(port, whoListens(port), next)), reject);
    });
    server.listen({ port, host: ADDRESS, exclusive: true }, () => resolve((server.address() as AddressInfo).port));
  });
}
