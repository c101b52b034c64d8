import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { Client as ModernClient } from '@modelcontextprotocol/client';
import { StdioClientTransport as ModernTransport } from '@modelcontextprotocol/client/stdio';
import { Client as OlderClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as OlderTransport } from '@modelcontextprotocol/sdk/client/stdio.js';

/** Clients of both generations, and none at all, against the built server. */

export const repository = resolve(dirname(fileURLToPath(import.meta.url)), '../../..');
export const bin = join(repository, 'dist/runtime/cli/bin.js');

const scratch = realpathSync(mkdtempSync(join(tmpdir(), 'tool-mcp-')));
export const removeScratch = (): void => {
  rmSync(scratch, { recursive: true, force: true });
};

let folders = 0;
/** A new folder with these files. */
export function project(files: Readonly<Record<string, string>>): string {
  const folder = join(scratch, `project-${folders++}`);
  mkdirSync(folder);
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  return folder;
}

/** A copy of the example server, without a model. */
export function bookshop(): string {
  const folder = join(scratch, `bookshop-${folders++}`);
  cpSync(join(repository, 'examples/bookshop'), folder, { recursive: true, filter: (file) => !/[\\/](\.tool|node_modules)$/.test(file) });
  return folder;
}

const command = (root: string, args: readonly string[]) => ({
  command: process.execPath,
  args: [bin, 'mcp', '--project', root, ...args],
  stderr: 'pipe' as const,
  env: environment(),
});

/** The environment of the tests, without what pins another project. */
function environment(): Record<string, string> {
  const { TOOL_PROJECT_PATH: _pinned, ...rest } = process.env;
  return Object.fromEntries(Object.entries(rest).filter((entry): entry is [string, string] => entry[1] !== undefined));
}

export async function connectOlder(root: string, args: readonly string[] = [], capabilities: object = {}): Promise<OlderClient> {
  const client = new OlderClient({ name: 'older', version: '1' }, { capabilities });
  await client.connect(new OlderTransport(command(root, args)));
  return client;
}

export async function connectModern(root: string, args: readonly string[] = [], capabilities: object = {}): Promise<ModernClient> {
  const client = new ModernClient({ name: 'modern', version: '1' }, { capabilities, versionNegotiation: { mode: { pin: '2026-07-28' } } });
  await client.connect(new ModernTransport(command(root, args)));
  return client;
}

export interface Answer {
  readonly isError: boolean;
  readonly document: any;
  readonly text: string;
  readonly structured: unknown;
}

/** Calls a tool with either client and parses its text. */
export async function call(
  client: { callTool(params: { name: string; arguments: Record<string, unknown> }, schema?: any, options?: any): Promise<any> },
  name: string,
  args: Record<string, unknown> = {},
): Promise<Answer> {
  // The older client gives up after a minute, which a busy machine may need; the newer one has no third argument.
  const result = await client.callTool({ name, arguments: args }, undefined, { timeout: 240_000 });
  const text: string = result.content[0].text;
  return { isError: result.isError === true, document: JSON.parse(text), text, structured: result.structuredContent };
}

export interface RawServer {
  readonly child: ChildProcessWithoutNullStreams;
  send(message: object | string): void;
  /** The next message that the test accepts; others are kept in `messages`. */
  next(accepts?: (message: any) => boolean): Promise<any>;
  readonly messages: any[];
  /** Lines on stdout that are no JSON-RPC. */
  readonly junk: string[];
  readonly exit: Promise<number | null>;
}

/** The server without a client: what is sent and what comes back, line by line. */
export function rawServer(root: string, args: readonly string[] = [], extra: Readonly<Record<string, string>> = {}): RawServer {
  const start = command(root, args);
  const child = spawn(start.command, start.args, { env: { ...start.env, ...extra } });
  child.stderr.resume();
  const messages: any[] = [];
  const junk: string[] = [];
  const waiting: { accepts: (message: any) => boolean; resolve: (message: any) => void }[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => {
    let message: any;
    try {
      message = JSON.parse(line);
    } catch {
      junk.push(line);
      return;
    }
    if (message?.jsonrpc !== '2.0') {
      junk.push(line);
      return;
    }
    messages.push(message);
    const index = waiting.findIndex(({ accepts }) => accepts(message));
    if (index >= 0) waiting.splice(index, 1)[0]!.resolve(message);
  });
  return {
    child,
    messages,
    junk,
    send: (message) => {
      child.stdin.write(`${typeof message === 'string' ? message : JSON.stringify(message)}\n`);
    },
    next: (accepts = () => true) =>
      new Promise((resolvePromise) => {
        const found = messages.find(accepts);
        if (found) resolvePromise(found);
        else waiting.push({ accepts, resolve: resolvePromise });
      }),
    exit: new Promise((resolvePromise) => {
      child.once('exit', resolvePromise);
    }),
  };
}

export const initialize = {
  jsonrpc: '2.0',
  id: 0,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
};
export const initialized = { jsonrpc: '2.0', method: 'notifications/initialized' };
