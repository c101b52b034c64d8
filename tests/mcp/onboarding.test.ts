import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { startBookshop, type RunningServer } from '../support/bookshop-server.js';
import { bookshop, call, connectModern, connectOlder, removeScratch } from '../support/mcp-clients.js';

jest.setTimeout(180_000);

let server: RunningServer;
beforeAll(async () => {
  server = await startBookshop();
});
afterAll(async () => {
  await server.stop();
  removeScratch();
});

/** The numbered steps of the prompt, so that what the script follows is what the prompt says. */
async function onboardingSteps(client: { getPrompt(params: { name: string }): Promise<any> }): Promise<string[]> {
  const { messages } = await client.getPrompt({ name: 'onboard' });
  return [...(messages[0].content.text as string).matchAll(/^\d+\. (.*)$/gm)].map((match) => match[1]!);
}

describe.each([
  ['older', connectOlder],
  ['modern', connectModern],
] as const)('the onboarding prompt, followed by a script with the %s client', (_name, connect) => {
  test('leads from an empty project to a passing workflow on the example server', async () => {
    const root = bookshop();
    const client = await connect(root);
    try {
      const steps = await onboardingSteps(client);
      expect(steps.map((step) => /tool_\w+|environments/.exec(step)?.[0])).toEqual([
        'tool_status',
        'tool_scan',
        'tool_explain',
        'environments',
        'tool_find_endpoints',
        'tool_get_workflow',
        'tool_create_workflow',
        'tool_run_workflow',
        undefined,
      ]);

      const status = await call(client, 'tool_status');
      expect(status.document).toMatchObject({ model: null, next: 'tool_scan' });

      expect((await call(client, 'tool_scan')).document).toMatchObject({ framework: 'express', endpoints: { total: 30 } });
      expect((await call(client, 'tool_explain')).document).toMatchObject({ total: 0, unresolved: [] });

      expect((await call(client, 'tool_status')).document.environments).toEqual([]);
      // The form that the prompt shows, with the address of the server put in.
      const edit = JSON.parse(/tool_edit_model (\{.*\})\. Only/.exec(steps[3]!)![1]!.replace('<url>', server.baseUrl));
      expect((await call(client, 'tool_edit_model', edit)).document).toMatchObject({ written: true, changes: ['added environment local'] });

      const creating = (await call(client, 'tool_find_endpoints', { method: 'POST', query: 'register' })).document.endpoints[0].endpoint;
      expect(creating).toBe('POST /api/v1/auth/register');

      const proposal = await call(client, 'tool_get_workflow', { scaffold: creating });
      const { name, steps: requests } = proposal.document.workflow;
      expect(requests.length).toBeGreaterThan(0);

      const checked = await call(client, 'tool_create_workflow', { name, steps: requests, dryRun: true });
      expect(checked.document.findings.filter((finding: { severity: string }) => finding.severity === 'error')).toEqual([]);
      expect(existsSync(join(root, '.tool/workflows'))).toBe(false);
      const written = await call(client, 'tool_create_workflow', { name, steps: requests });
      expect(written.document).toMatchObject({ written: true });
      expect(written.structured).toEqual(written.document);
      expect(JSON.parse(readFileSync(join(root, written.document.file), 'utf8')).steps).toEqual(requests);

      const run = await call(client, 'tool_run_workflow', { name });
      expect(run.document).toMatchObject({ verdict: 'passed', counts: { failed: 0 } });
      expect(run.document.counts.requests).toBeGreaterThan(0);

      const { contents } = await client.readResource({ uri: 'tool://run/last' });
      expect(JSON.parse((contents[0] as { text: string }).text)).toMatchObject({ run: run.document.run, verdict: 'passed' });
    } finally {
      await client.close();
    }
  });
});

describe('live calls', () => {
  test('a credential that the model can explain is obtained, and no secret is in any answer', async () => {
    const root = bookshop();
    const client = await connectOlder(root);
    try {
      await call(client, 'tool_scan');
      await call(client, 'tool_edit_model', {
        edits: [
          { kind: 'environment', name: 'local', set: { baseUrl: server.baseUrl } },
          {
            kind: 'securityScheme',
            name: 'bearerAuth',
            set: { obtainedFrom: { endpoint: 'POST /api/v1/auth/login', field: 'accessToken' } },
          },
        ],
      });
      const { workflow } = (await call(client, 'tool_get_workflow', { scaffold: 'GET /api/v1/auth/me' })).document;
      expect(workflow.steps.map((step: { path: string }) => step.path)).toEqual([
        '/api/v1/auth/register',
        '/api/v1/auth/login',
        '/api/v1/auth/me',
      ]);
      await call(client, 'tool_create_workflow', workflow);
      const run = await call(client, 'tool_run_workflow', { name: workflow.name });
      expect(run.document).toMatchObject({ verdict: 'passed', counts: { passed: 3, failed: 0 } });
      const { contents } = await client.readResource({ uri: `tool://run/${run.document.run}` });
      const text = (contents[0] as { text: string }).text;
      // The token was really captured, and is in nothing that the assistant sees.
      const memory = JSON.parse(readFileSync(join(root, '.tool/memory.json'), 'utf8'));
      const token: string = memory.workflow.accessToken;
      expect(token.split('.')).toHaveLength(3);
      expect(text).toContain('accessToken');
      expect(text).not.toContain(token);
      expect(text).not.toContain(memory.workflow.password);
    } finally {
      await client.close();
    }
  });

  test('a failing step says what was expected and received, and labels what the server said as untrusted', async () => {
    const client = await connectOlder(bookshop());
    try {
      await call(client, 'tool_scan');
      await call(client, 'tool_edit_model', { edits: [{ kind: 'environment', name: 'local', set: { baseUrl: server.baseUrl } }] });
      await call(client, 'tool_create_workflow', {
        name: 'wrong',
        steps: [
          { name: 'look', method: 'GET', path: '/health', expectStatus: 201 },
          { name: 'after', method: 'GET', path: '/health' },
        ],
      });
      const { document, isError } = await call(client, 'tool_run_workflow', { name: 'wrong' });
      expect(isError).toBe(false);
      expect(document).toMatchObject({ verdict: 'failed', counts: { failed: 1, skipped: 1 } });
      const [look, after] = document.groups[0].checks;
      expect(look.failures[0]).toMatchObject({ check: 'status', expected: 201, received: 200 });
      expect(Object.keys(look.exchange.response).find((key) => key.startsWith('body'))).toContain('untrusted');
      expect(after).toMatchObject({ verdict: 'skipped' });
    } finally {
      await client.close();
    }
  });

  test('a server that is down is said, with what to do', async () => {
    const client = await connectOlder(bookshop());
    try {
      await call(client, 'tool_scan');
      await call(client, 'tool_edit_model', { edits: [{ kind: 'environment', name: 'local', set: { baseUrl: 'http://127.0.0.1:1' } }] });
      await call(client, 'tool_create_workflow', { name: 'down', steps: [{ name: 'look', method: 'GET', path: '/health' }] });
      const { document } = await call(client, 'tool_run_workflow', { name: 'down' });
      expect(document).toMatchObject({ verdict: 'unreachable' });
      expect(document.next).toContain('start it');
    } finally {
      await client.close();
    }
  });
});
