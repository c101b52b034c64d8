import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { mkdirSync, writeFileSync } from 'node:fs';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { call, connectModern, connectOlder, project, removeScratch } from '../support/mcp-clients.js';

jest.setTimeout(120_000);

/** Says what it was sent. */
let echo: Server;
let baseUrl: string;
beforeAll(async () => {
  echo = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += String(chunk);
    });
    request.on('end', () => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ said: JSON.parse(body) }));
    });
  });
  await new Promise<void>((done) => {
    echo.listen(0, '127.0.0.1', done);
  });
  baseUrl = `http://127.0.0.1:${(echo.address() as AddressInfo).port}`;
});
afterAll(async () => {
  echo.closeAllConnections();
  await new Promise((done) => {
    echo.close(done);
  });
  removeScratch();
});

function asking(...keys: string[]): string {
  const root = project({
    '.tool/model.json': JSON.stringify({
      version: '0.3',
      generatedAt: '2026-01-31T12:00:00.000Z',
      project: { name: 'p', language: 'javascript', framework: 'express' },
      environments: [{ name: 'local', baseUrl }],
      securitySchemes: {},
      endpoints: [{ id: 'POST /say', method: 'POST', path: '/say', middleware: [] }],
    }),
  });
  mkdirSync(join(root, '.tool/workflows'), { recursive: true });
  writeFileSync(
    join(root, '.tool/workflows/inner.json'),
    JSON.stringify({
      name: 'inner',
      steps: [
        {
          name: 'say',
          method: 'POST',
          path: '/say',
          body: Object.fromEntries(keys.map((key) => [key, `{{human:${key}}}`])),
          expect: { body: Object.fromEntries(keys.map((key) => [`said.${key}`, { exists: true }])) },
        },
      ],
    }),
  );
  writeFileSync(join(root, '.tool/workflows/outer.json'), JSON.stringify({ name: 'outer', steps: [{ name: 'all', use: 'inner' }] }));
  return root;
}

type Asked = { mode?: string; message: string; requestedSchema: { properties: Record<string, unknown>; required?: string[] } };
type Reply = { action: 'accept' | 'decline' | 'cancel'; content?: Record<string, string> };

/** A client of each generation whose person answers with the function. */
const clients = [
  [
    'older',
    async (root: string, reply: (asked: Asked) => Reply) => {
      const client = await connectOlder(root, [], { elicitation: {} });
      client.setRequestHandler(ElicitRequestSchema, (request) => reply(request.params as Asked));
      return client;
    },
  ],
  [
    'modern',
    async (root: string, reply: (asked: Asked) => Reply) => {
      const client = await connectModern(root, [], { elicitation: { form: {} } });
      client.setRequestHandler('elicitation/create', (request) => reply(request.params as Asked));
      return client;
    },
  ],
] as const;

describe.each(clients)('{{human:key}} with the %s client', (_name, connect) => {
  test('is asked in one form, before anything is sent, also for workflows that are used', async () => {
    const asked: Asked[] = [];
    const client = await connect(asking('city', 'street'), (question) => {
      asked.push(question);
      return { action: 'accept', content: { city: 'Delft', street: 'Oude Delft' } };
    });
    try {
      const { document, isError } = await call(client, 'tool_run_workflow', { name: 'outer' });
      expect({ isError, verdict: document.verdict }).toEqual({ isError: false, verdict: 'passed' });
      expect(asked).toHaveLength(1);
      expect(Object.keys(asked[0]!.requestedSchema.properties)).toEqual(['city', 'street']);
      const { contents } = await client.readResource({ uri: 'tool://run/last' });
      expect((contents[0] as { text: string }).text).toContain('Oude Delft');
    } finally {
      await client.close();
    }
  });

  test('a person who declines ends the run before it begins', async () => {
    const client = await connect(asking('city'), () => ({ action: 'decline' }));
    try {
      const { document, isError } = await call(client, 'tool_run_workflow', { name: 'inner' });
      expect(isError).toBe(true);
      expect(document.error).toMatchObject({ code: 'human/declined', hint: expect.stringContaining('TOOL_HUMAN_CITY') });
    } finally {
      await client.close();
    }
  });

  test('a secret is never asked for in a form', async () => {
    let asked = 0;
    const client = await connect(asking('city', 'loginPassword'), () => {
      asked++;
      return { action: 'accept', content: {} };
    });
    try {
      const { document, isError } = await call(client, 'tool_run_workflow', { name: 'inner' });
      expect(isError).toBe(true);
      expect(document.error).toMatchObject({ code: 'human/secret', hint: expect.stringContaining('TOOL_HUMAN_LOGINPASSWORD') });
      expect(asked).toBe(0);
    } finally {
      await client.close();
    }
  });
});

describe('{{human:key}} without a form', () => {
  test.each([
    ['older', connectOlder],
    ['modern', connectModern],
  ] as const)('a %s client that cannot show one is told what to do', async (_name, connect) => {
    const client = await connect(asking('city'));
    try {
      const { document, isError } = await call(client, 'tool_run_workflow', { name: 'inner' });
      expect(isError).toBe(true);
      expect(document.error).toMatchObject({ code: 'human/nobody-to-ask', hint: expect.stringContaining('TOOL_HUMAN_CITY') });
    } finally {
      await client.close();
    }
  });

  test('TOOL_HUMAN_<KEY> answers, secrets too, and other variables stay where they are', async () => {
    process.env['TOOL_HUMAN_CITY'] = 'Gouda';
    process.env['TOOL_HUMAN_PASSWORD'] = 'open-sesame-1';
    process.env['SOMEBODYS_VARIABLE'] = 'not for servers';
    try {
      const root = asking('city', 'password');
      const client = await connectOlder(root);
      try {
        const { document, text } = await call(client, 'tool_run_workflow', { name: 'inner' });
        expect(document.verdict).toBe('passed');
        expect(text).not.toContain('open-sesame-1');
        writeFileSync(
          join(root, '.tool/workflows/leak.json'),
          JSON.stringify({
            name: 'leak',
            steps: [{ name: 'say', method: 'POST', path: '/say', body: { a: '{{env:SOMEBODYS_VARIABLE}}' } }],
          }),
        );
        const leak = await call(client, 'tool_run_workflow', { name: 'leak' });
        expect(leak.text).not.toContain('not for servers');
        expect(leak.document.verdict).not.toBe('passed');
      } finally {
        await client.close();
      }
    } finally {
      delete process.env['TOOL_HUMAN_CITY'];
      delete process.env['TOOL_HUMAN_PASSWORD'];
      delete process.env['SOMEBODYS_VARIABLE'];
    }
  });
});
