import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { startStudio, type RunningStudio } from '../../runtime/server/index.js';

export type Files = Readonly<Record<string, string>>;

/** A folder of its own with these files; the caller takes it away. */
export function makeFolder(files: Files): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'tool-studio-')));
  writeFiles(folder, files);
  return folder;
}

export function writeFiles(folder: string, files: Files): void {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
}

export const modelText = (endpoints: readonly object[], more: object = {}): string =>
  JSON.stringify({
    version: '0.3',
    generatedAt: '2026-01-02T03:04:05.000Z',
    project: { name: 'kiosk', language: 'typescript', framework: 'express' },
    environments: [],
    securitySchemes: {},
    endpoints,
    ...more,
  });

/** A page that is none: the tests of the API do not need the bundle. */
export const emptyPage: Files = {
  'index.html': '<!doctype html><title>page</title>',
  'app.js': 'export {};',
  'secret.txt': 'not a type that is served',
};

export interface TestStudio {
  readonly root: string;
  readonly studio: RunningStudio;
  readonly cookie: string;
  close(): Promise<void>;
}

/** Starts a server on a free port over a project of these files, signed in. */
export async function openStudio(
  files: Files,
  options: { readonly scan?: boolean; readonly page?: string; readonly root?: string } = {},
): Promise<TestStudio> {
  const root = options.root ?? makeFolder(files);
  const page = options.page ?? makeFolder(emptyPage);
  const studio = await startStudio({ root, port: 0, toolVersion: '0.0.0', pageFolder: page, scan: options.scan ?? false });
  const cookie = await signIn(studio);
  return {
    root,
    studio,
    cookie,
    async close() {
      await studio.close();
      if (options.root === undefined) rmSync(root, { recursive: true, force: true });
      if (options.page === undefined) rmSync(page, { recursive: true, force: true });
    },
  };
}

/** The value of the `Cookie` header that a new code gives. */
export async function signIn(studio: RunningStudio): Promise<string> {
  const code = new URL(studio.link()).hash.slice('#code='.length);
  const answer = await call(studio.port, 'POST', '/api/session', { body: { code } });
  if (answer.status !== 204) throw new Error(`signing in gave ${answer.status}: ${answer.text}`);
  return String(answer.headers['set-cookie']).split(';')[0]!;
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  readonly json: any;
}

/** One request with exactly these headers. */
export function call(
  port: number,
  method: string,
  path: string,
  options: { readonly headers?: Readonly<Record<string, string>>; readonly body?: unknown; readonly cookie?: string } = {},
): Promise<Answer> {
  const { body, cookie } = options;
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        host: '127.0.0.1',
        port,
        method,
        path,
        agent: false,
        headers: {
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...(cookie !== undefined && { cookie }),
          ...options.headers,
        },
      },
      (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('end', () => {
          const text = Buffer.concat(parts).toString();
          let json: unknown;
          try {
            json = JSON.parse(text);
          } catch {
            json = undefined;
          }
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text, json });
        });
      },
    );
    sent.on('error', reject);
    sent.end(body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body));
  });
}

/** Bytes on a socket, and everything that comes back until the server closes. */
export function raw(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    const parts: Buffer[] = [];
    socket.setTimeout(10_000, () => {
      socket.destroy();
      reject(new Error('the server did not answer'));
    });
    socket.on('data', (part) => parts.push(part));
    socket.on('close', () => resolve(Buffer.concat(parts).toString('latin1')));
    socket.on('error', reject);
    socket.write(text, 'latin1');
  });
}

export interface Stream {
  readonly events: { id: string; event: string; data: any }[];
  until(test: (events: Stream['events']) => boolean): Promise<void>;
  close(): void;
}

/** Reads the event stream. */
export function listen(port: number, cookie: string, lastId?: string): Promise<Stream> {
  return new Promise((resolve, reject) => {
    const events: Stream['events'] = [];
    const waiting = new Set<() => void>();
    const sent = request(
      {
        host: '127.0.0.1',
        port,
        path: '/api/events',
        agent: false,
        headers: { cookie, ...(lastId !== undefined && { 'last-event-id': lastId }) },
      },
      (response) => {
        let rest = '';
        response.setEncoding('utf8');
        response.on('data', (part: string) => {
          const blocks = (rest + part).split('\n\n');
          rest = blocks.pop()!;
          for (const block of blocks) {
            const field = (name: string): string | undefined =>
              block
                .split('\n')
                .find((line) => line.startsWith(`${name}: `))
                ?.slice(name.length + 2);
            const event = field('event');
            if (event !== undefined) events.push({ id: field('id') ?? '', event, data: JSON.parse(field('data') ?? 'null') });
          }
          for (const check of waiting) check();
        });
        response.on('error', () => undefined);
        resolve({
          events,
          until: (test) =>
            new Promise((done, failed) => {
              const timer = setTimeout(() => {
                waiting.delete(check);
                failed(new Error(`did not happen; events: ${JSON.stringify(events)}`));
              }, 30_000);
              const check = (): void => {
                if (test(events)) {
                  clearTimeout(timer);
                  waiting.delete(check);
                  done();
                }
              };
              waiting.add(check);
              check();
            }),
          close: () => {
            sent.destroy();
          },
        });
      },
    );
    sent.on('error', (error) => reject(error));
    sent.end();
  });
}
