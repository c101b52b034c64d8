import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { isLinkLocal } from '../../runtime/mcp/live-target.js';
import { runEnvironment } from '../../runtime/mcp/run-environment.js';
import { confinePath } from '../../runtime/project/confine-path.js';
import { sourceFrame } from '../../runtime/project/source-frame.js';
import { bookshop, call, connectOlder, project, removeScratch } from '../support/mcp-clients.js';

jest.setTimeout(120_000);
afterAll(removeScratch);

describe('paths', () => {
  const scratch = realpathSync(mkdtempSync(join(tmpdir(), 'tool-confine-')));
  afterAll(() => rmSync(scratch, { recursive: true, force: true }));
  const root = join(scratch, 'app');
  mkdirSync(join(root, 'src'), { recursive: true });
  mkdirSync(join(scratch, 'app-secrets'));
  writeFileSync(join(scratch, 'app-secrets/key'), 'outside');
  writeFileSync(join(root, 'src/inside.ts'), 'inside');
  symlinkSync(join(scratch, 'app-secrets'), join(root, 'link'));
  symlinkSync(join(scratch, 'app-secrets/key'), join(root, 'file-link'));
  symlinkSync(join(scratch, 'not-there-yet'), join(root, 'dangling'));
  symlinkSync('src', join(root, 'inner-link'));
  symlinkSync('circle', join(root, 'circle'));

  test.each([
    ['../app-secrets/key', 'a sibling whose name begins like the root'],
    ['../app-secrets', 'the same, without a file'],
    ['..', 'the parent'],
    ['src/../../app-secrets/key', 'up from below'],
    ['/etc/passwd', 'an absolute path'],
    ['link/key', 'through a link to a folder'],
    ['link/new/file', 'what is not there yet, through a link to a folder'],
    ['file-link', 'a link to a file'],
    ['dangling', 'a link to what is not there yet'],
    ['dangling/file', 'below such a link'],
    ['circle', 'a link that leads to itself'],
    ['src/\0.ts', 'a NUL character'],
  ])('%j is refused: %s', (path) => {
    expect(() => confinePath(root, path)).toThrow(
      expect.objectContaining({ name: 'UsageError', details: { code: 'path/outside-project' } }),
    );
  });

  test.each([
    ['src/inside.ts', 'src/inside.ts'],
    ['.', ''],
    ['src/new/deep/file.ts', 'src/new/deep/file.ts'],
    ['inner-link/inside.ts', 'src/inside.ts'],
    ['src/../src/inside.ts', 'src/inside.ts'],
    ['..src', '..src'],
    [join(root, 'src'), 'src'],
  ])('%j is inside', (path, real) => {
    expect(confinePath(root, path)).toBe(real === '' ? root : join(root, real));
  });

  test('whatever a path is made of, what comes back is real and below the root, or nothing does', () => {
    const part = fc.constantFrom(
      '..',
      '.',
      'src',
      'link',
      'dangling',
      'inner-link',
      'file-link',
      'app-secrets',
      'app',
      'new',
      '...',
      '',
      'inside.ts',
      ' ',
      '~',
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), fc.boolean(), (parts, absolute) => {
        let confined: string;
        try {
          confined = confinePath(root, (absolute ? '/' : '') + parts.join('/'));
        } catch (error) {
          expect((error as Error).name).toBe('UsageError');
          return;
        }
        expect(confined === root || confined.startsWith(root + sep)).toBe(true);
        if (existsSync(confined)) expect(realpathSync(confined)).toBe(confined);
      }),
      { numRuns: 500 },
    );
  });

  test('a model that names a file outside shows none of it', () => {
    expect(sourceFrame(root, 'src/inside.ts', 1)?.lines[0]?.text).toBe('inside');
    for (const file of ['../app-secrets/key', 'link/key', 'file-link']) expect(sourceFrame(root, file, 1)).toBeNull();
  });
});

describe('addresses', () => {
  test.each([
    ['169.254.169.254', true],
    ['169.254.0.1', true],
    ['fe80::1', true],
    ['febf::1', true],
    ['::ffff:169.254.169.254', true],
    ['::ffff:a9fe:a9fe', true],
    ['127.0.0.1', false],
    ['::1', false],
    ['fec0::1', false],
    ['169.25.4.1', false],
    ['10.0.0.1', false],
  ])('%s is link-local: %s', (address, expected) => {
    expect(isLinkLocal(address)).toBe(expected);
  });

  test('only variables for the tool and for connections reach a run', () => {
    expect(
      runEnvironment({
        TOOL_HUMAN_X: '1',
        HTTPS_PROXY: 'p',
        no_proxy: 'n',
        AWS_SECRET_ACCESS_KEY: 's',
        PATH: '/bin',
        NODE_OPTIONS: '--require x',
      }),
    ).toEqual({ TOOL_HUMAN_X: '1', HTTPS_PROXY: 'p', no_proxy: 'n' });
  });
});

const model = (
  environments: object[],
  endpoints: object[] = [
    { id: 'GET /a', method: 'GET', path: '/a', middleware: [] },
    { id: 'POST /a', method: 'POST', path: '/a', middleware: [] },
  ],
) =>
  JSON.stringify({
    version: '0.3',
    generatedAt: '2026-01-31T12:00:00.000Z',
    project: { name: 'p', language: 'javascript', framework: 'express' },
    environments,
    securitySchemes: {},
    endpoints,
  });
const workflow = (...steps: object[]) => JSON.stringify({ name: 'w', steps });

describe('live calls', () => {
  /** Counts what reaches it; redirects `/a` to another origin. */
  let here: Server;
  let elsewhere: Server;
  let hereUrl: string;
  let elsewhereUrl: string;
  let reached: string[] = [];
  beforeAll(async () => {
    const listen = async (server: Server): Promise<string> => {
      await new Promise<void>((done) => {
        server.listen(0, '127.0.0.1', done);
      });
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    };
    elsewhere = createServer((request, response) => {
      reached.push(`elsewhere ${request.url}`);
      response.end('{}');
    });
    elsewhereUrl = await listen(elsewhere);
    here = createServer((request, response) => {
      reached.push(`here ${request.method} ${request.url}`);
      response.writeHead(307, { location: `${elsewhereUrl}/stolen` }).end();
    });
    hereUrl = await listen(here);
  });
  afterAll(async () => {
    for (const server of [here, elsewhere]) {
      server.closeAllConnections();
      await new Promise((done) => {
        server.close(done);
      });
    }
  });

  const run = async (files: Record<string, string>, tool: string, args: Record<string, unknown>, flags: string[] = []) => {
    reached = [];
    const client = await connectOlder(project(files), flags);
    try {
      return await call(client, tool, args);
    } finally {
      await client.close();
    }
  };
  const step = { name: 'a', method: 'GET', path: '/a' };

  test('a redirect to another origin is the answer, and is not followed', async () => {
    const { document } = await run(
      {
        '.tool/model.json': model([{ name: 'local', baseUrl: hereUrl }]),
        '.tool/workflows/w.json': workflow({ ...step, expectStatus: 307 }),
      },
      'tool_run_workflow',
      { name: 'w' },
    );
    expect(document.verdict).toBe('passed');
    expect(reached).toEqual(['here GET /a']);
  });

  test.each([['http://169.254.169.254'], ['http://[fe80::1]:3000'], ['http://[::ffff:169.254.169.254]']])(
    'an environment at %s is refused',
    async (baseUrl) => {
      const { document, isError } = await run(
        { '.tool/model.json': model([{ name: 'cloud', baseUrl }]), '.tool/workflows/w.json': workflow(step) },
        'tool_run_workflow',
        { name: 'w' },
      );
      expect(isError).toBe(true);
      expect(document.error.code).toBe('environment/link-local');
    },
  );

  test('writes to another machine are refused, as on the command line; reading is not', async () => {
    // A name that never resolves: what passes the check fails later, and harms nobody.
    const files = {
      '.tool/model.json': model([{ name: 'far', baseUrl: 'http://server.invalid' }]),
      '.tool/workflows/w.json': workflow({ ...step, method: 'POST' }),
    };
    for (const [tool, args] of [
      ['tool_run_workflow', { name: 'w' }],
      ['tool_test_endpoint', { endpoints: ['POST /a'] }],
    ] as const) {
      const { document, isError } = await run(files, tool, args);
      expect(isError).toBe(true);
      expect(document.error.message).toContain('POST requests are not sent to "far"');
    }
    const reading = await run(files, 'tool_test_endpoint', { endpoints: ['GET /a'] });
    expect(reading.document).toMatchObject({ verdict: 'unreachable' });
  });

  test('an assistant adds servers on this machine only, and gives no right to write elsewhere', async () => {
    const files = { '.tool/model.json': model([{ name: 'far', baseUrl: 'https://far.example' }]) };
    const add = (set: object, name = 'new') => ({ edits: [{ kind: 'environment', name, set }] });
    expect((await run(files, 'tool_edit_model', add({ baseUrl: 'https://evil.example' }))).document.error).toMatchObject({
      code: 'environment/not-allowed',
    });
    expect((await run(files, 'tool_edit_model', add({ baseUrl: 'http://localhost.evil.example' }))).document.error).toMatchObject({
      code: 'environment/not-allowed',
    });
    expect((await run(files, 'tool_edit_model', add({ allowWrites: true }, 'far'))).document.error).toMatchObject({
      code: 'environment/writes-not-allowed',
    });
    expect((await run(files, 'tool_edit_model', add({ baseUrl: 'http://localhost:3000' }))).document).toMatchObject({ written: true });
    expect(
      (await run(files, 'tool_edit_model', add({ baseUrl: 'https://staging.example/v2' }), ['--allow-url', 'https://staging.example']))
        .document,
    ).toMatchObject({ written: true });
  });

  test('a remembered base URL is no way around that', async () => {
    const files = {
      '.tool/model.json': model([]),
      '.tool/memory.json': JSON.stringify({ global: { baseUrl: 'http://server.invalid' } }),
      '.tool/workflows/w.json': workflow(step),
    };
    expect((await run(files, 'tool_run_workflow', { name: 'w' })).document.error).toMatchObject({ code: 'environment/not-allowed' });
  });

  test('a file to send is one of the project, also after symbolic links', async () => {
    const root = project({
      '.tool/model.json': model([{ name: 'local', baseUrl: hereUrl }]),
      '.tool/workflows/w.json': workflow({ ...step, method: 'POST', headers: { 'Content-Type': 'text/plain' }, body: { file: 'leak' } }),
    });
    symlinkSync(join(project({ key: 'SECRET-CONTENT' }), 'key'), join(root, 'leak'));
    reached = [];
    const client = await connectOlder(root);
    try {
      const { document, text } = await call(client, 'tool_run_workflow', { name: 'w' });
      expect(document.verdict).toBe('failed');
      expect(text).toContain('only files of the project are sent');
      expect(text).not.toContain('SECRET-CONTENT');
    } finally {
      await client.close();
    }
    expect(reached).toEqual([]);
  });

  test.each([['../outside'], ['../../../../etc/passwd'], ['/etc/hostname'], ['link'], ['link.json']])(
    'the workflow %j is not read',
    async (name) => {
      const root = project({ '.tool/model.json': model([{ name: 'local', baseUrl: hereUrl }]), '.tool/workflows/w.json': workflow(step) });
      const outside = join(project({ 'outside.json': workflow({ ...step, name: 'SECRET-CONTENT' }) }), 'outside.json');
      symlinkSync(outside, join(root, '.tool/workflows/link.json'));
      const client = await connectOlder(root);
      try {
        for (const tool of ['tool_run_workflow', 'tool_get_workflow']) {
          const { isError, text } = await call(client, tool, { name });
          expect(isError).toBe(true);
          expect(text).not.toContain('SECRET-CONTENT');
        }
        const written = await call(client, 'tool_create_workflow', { name: '../../escape', steps: [step] });
        expect(written.document.file).toBe('.tool/workflows/escape.json');
      } finally {
        await client.close();
      }
    },
  );
});

describe('code of the project', () => {
  test('an adapter that the project names is not loaded unless that was allowed', async () => {
    const root = bookshop();
    writeFileSync(
      join(root, 'evil.cjs'),
      `require('node:fs').writeFileSync(${JSON.stringify(join(root, 'ran'))}, 'yes'); module.exports = {};`,
    );
    writeFileSync(join(root, 'tool.config.json'), JSON.stringify({ adapters: ['./evil.cjs'] }));
    const client = await connectOlder(root);
    try {
      for (const [tool, args] of [['tool_scan', {}]] as const) {
        const { document, isError } = await call(client, tool, args);
        expect(isError).toBe(true);
        expect(document.error).toMatchObject({ code: 'adapter/not-allowed', hint: expect.stringContaining('--allow-adapters') });
      }
    } finally {
      await client.close();
    }
    expect(existsSync(join(root, 'ran'))).toBe(false);
    const allowed = await connectOlder(root, ['--allow-adapters']);
    try {
      await call(allowed, 'tool_scan');
    } finally {
      await allowed.close();
    }
    expect(existsSync(join(root, 'ran'))).toBe(true);
  });
});

describe('several callers at once', () => {
  test('edits of two servers at the same time are all in the file, which stays whole', async () => {
    const root = project({ '.tool/model.json': model([]) });
    const clients = await Promise.all([connectOlder(root), connectOlder(root)]);
    try {
      const edits = Array.from({ length: 30 }, (_, index) =>
        call(clients[index % 2]!, 'tool_edit_model', {
          edits: [{ kind: 'endpoint', name: `GET /made/${index}`, set: { summary: `number ${index}` } }],
        }),
      );
      const reads = Array.from({ length: 10 }, (_, index) => call(clients[index % 2]!, 'tool_find_endpoints'));
      for (const answer of await Promise.all([...edits, ...reads])) expect(answer.isError).toBe(false);
    } finally {
      await Promise.all(clients.map((client) => client.close()));
    }
    const { endpoints } = JSON.parse(readFileSync(join(root, '.tool/model.json'), 'utf8')) as { endpoints: { path: string }[] };
    expect(endpoints.filter(({ path }) => path.startsWith('/made/'))).toHaveLength(30);
  });

  test('memory is listed without its values', async () => {
    const client = await connectOlder(project({ '.tool/memory.json': JSON.stringify({ workflow: { accessToken: 'abcdefghijkl' } }) }), [
      '--tools',
      'memory',
    ]);
    try {
      const { text, document } = await call(client, 'tool_memory');
      expect(document.entries).toEqual([expect.objectContaining({ key: 'workflow:accessToken' })]);
      expect(text).not.toContain('abcdefghijkl');
    } finally {
      await client.close();
    }
  });
});
