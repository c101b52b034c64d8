import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { serveHttp } from './conformance/serve-http.js';
import { bin, bookshop, removeScratch } from '../support/mcp-clients.js';

/**
 * What others say of the server: the suite of the protocol's authors, in the last version that runs on Node 20 and, under the
 * Node 22 of the `node` package, in the one for the newest revision; and their inspector. npx fetches them: together they are
 * larger than everything else that the tests need.
 */

// The first run downloads; the suites wait between messages.
jest.setTimeout(900_000);

interface Run {
  readonly code: number | null;
  readonly output: string;
}

const folder = mkdtempSync(join(tmpdir(), 'tool-conformance-'));

function npx(...args: string[]): Promise<Run> {
  return new Promise((resolve, reject) => {
    // An empty folder: npx would take a package of this project for the one that is asked for.
    const child = spawn('npx', ['--yes', ...args], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NO_COLOR: '1', npm_config_loglevel: 'error' },
    });
    let output = '';
    child.stdout.on('data', (chunk) => {
      output += String(chunk);
    });
    child.stderr.on('data', (chunk) => {
      output += String(chunk);
    });
    child.once('error', reject);
    child.once('close', (code) => {
      resolve({ code, output });
    });
  });
}

let server: Awaited<ReturnType<typeof serveHttp>>;
beforeAll(async () => {
  server = await serveHttp(bookshop());
});
afterAll(async () => {
  await server.close();
  removeScratch();
  rmSync(folder, { recursive: true, force: true });
});

/** Scenario → whether it passed, from the summary. */
function verdicts(output: string): Map<string, boolean> {
  const summary = output.slice(output.indexOf('=== SUMMARY ==='));
  return new Map(
    [...summary.matchAll(/^([✓✗]) ([\w/-]+): (\d+) passed, (\d+) failed/gm)].map((match) => [
      match[2]!,
      match[1] === '✓' && match[4] === '0',
    ]),
  );
}

const failed = (output: string): string[] => [...verdicts(output)].filter(([, passed]) => !passed).map(([name]) => name);

describe('conformance suite', () => {
  test('2025-11-25: every active scenario passes', async () => {
    const { output } = await npx(
      '@modelcontextprotocol/conformance@0.1.13',
      'server',
      '--url',
      server.url,
      '--output-dir',
      join(folder, 'older'),
    );
    expect({ failed: failed(output), scenarios: verdicts(output).size, ...(verdicts(output).size === 0 ? { output } : {}) }).toEqual({
      failed: [],
      scenarios: 30,
    });
  });

  test('2026-07-28: every required scenario passes', async () => {
    const { code, output } = await npx(
      '-p',
      'node@22',
      '-p',
      '@modelcontextprotocol/conformance@0.2.0-alpha.12',
      '--',
      'conformance',
      'server',
      '--url',
      server.url,
      '--requirements',
      '2026-07-28',
      '--output-dir',
      join(folder, 'newer'),
    );
    // Extensions and scenarios that the suite's own server does not pass are run and not scored; it lists them.
    const unscored = [
      ...output.slice(output.indexOf('Not scored for')).matchAll(/[✓✗] ([\w/-]+) \((?:extension|pending|added-after-release)\)/g),
    ].map((match) => match[1]!);
    const required = [...verdicts(output).keys()].filter((name) => !unscored.includes(name));
    expect({
      failed: failed(output).filter((name) => !unscored.includes(name)),
      scenarios: required.length,
      code,
      ...(required.length === 0 ? { output } : {}),
    }).toEqual({ failed: [], scenarios: 37, code: 0 });
  });
});

describe('inspector', () => {
  test.each(['legacy', 'modern'])('every definition is portable, in the %s era', async (era) => {
    const { code, output } = await npx(
      '@modelcontextprotocol/inspector@2.12.0',
      '--cli',
      process.execPath,
      bin,
      'mcp',
      '--tools',
      'all',
      '--project',
      bookshop(),
      '--method',
      'tools/list',
      '--strict',
      '--protocol-era',
      era,
    );
    expect({ code, ...(code === 0 ? {} : { output }) }).toEqual({ code: 0 });
    expect(output).toContain('tool_find_endpoints');
  });
});
