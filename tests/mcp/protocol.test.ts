import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { afterAll, afterEach, describe, expect, jest, test } from '@jest/globals';
import {
  bin,
  bookshop,
  call,
  connectModern,
  connectOlder,
  initialize,
  initialized,
  project,
  rawServer,
  removeScratch,
  type RawServer,
} from '../support/mcp-clients.js';

// Every server is a process of its own, and the machine may be busy.
jest.setTimeout(120_000);
afterAll(removeScratch);

const open: { close(): Promise<void> }[] = [];
const older = async (...args: Parameters<typeof connectOlder>) => {
  const client = await connectOlder(...args);
  open.push(client);
  return client;
};
const modern = async (...args: Parameters<typeof connectModern>) => {
  const client = await connectModern(...args);
  open.push(client);
  return client;
};
const raws: RawServer[] = [];
const raw = (...args: Parameters<typeof rawServer>) => {
  const server = rawServer(...args);
  raws.push(server);
  return server;
};
afterEach(async () => {
  await Promise.all(open.splice(0).map((client) => client.close()));
  for (const server of raws.splice(0)) {
    server.child.kill();
    await server.exit;
  }
});

const tokens = (value: unknown): number => encode(JSON.stringify(value)).length;

describe('both generations of clients', () => {
  test('see the same server: tools, instructions, answers', async () => {
    const root = bookshop();
    const [before, now] = await Promise.all([older(root), modern(root)]);
    const [old, young] = await Promise.all([before.listTools(), now.listTools()]);
    expect(young.tools).toEqual(old.tools);
    expect(now.getInstructions()).toBe(before.getInstructions());
    expect(await call(before, 'tool_scan')).toMatchObject({ isError: false, document: { endpoints: { total: 30 } } });
    expect((await call(now, 'tool_find_endpoints')).document).toEqual((await call(before, 'tool_find_endpoints')).document);
  });

  test('an unknown tool is an error in both', async () => {
    const root = project({});
    const [before, now] = await Promise.all([older(root), modern(root)]);
    const answers = await Promise.allSettled([before, now].map((client) => client.callTool({ name: 'tool_find_endpoint', arguments: {} })));
    for (const answer of answers)
      expect(answer.status === 'rejected' || (answer.value as { isError?: boolean }).isError === true).toBe(true);
  });
});

describe('the list of tools', () => {
  test('has at most twelve tools by default and costs less than 2,500 tokens, the instructions less than 250', async () => {
    const client = await older(project({}));
    const { tools } = await client.listTools();
    expect(tools.length).toBeLessThanOrEqual(12);
    expect(tools.length).toBeGreaterThan(0);
    expect(tokens(tools)).toBeLessThan(2500);
    expect(tokens(client.getInstructions())).toBeLessThan(250);
  });

  test('names what the specification names, and every tool says what it does to the world', async () => {
    const client = await older(project({}), ['--tools', 'all']);
    const { tools } = await client.listTools();
    expect(tools.map((tool) => tool.name)).toEqual(expect.arrayContaining(['tool_create_workflow', 'tool_get_changes']));
    for (const tool of tools) {
      expect(tool.name).toMatch(/^tool_[a-z_]+$/);
      expect((tool.description ?? '').length).toBeGreaterThan(20);
      expect(Object.keys(tool.annotations ?? {}).sort()).toEqual(['destructiveHint', 'idempotentHint', 'openWorldHint', 'readOnlyHint']);
      // A tool that only reads destroys nothing.
      expect(tool.annotations!.readOnlyHint && tool.annotations!.destructiveHint).toBe(false);
    }
  });

  test('every schema is a valid JSON Schema that refuses arguments nobody knows', async () => {
    const { tools } = await (await older(project({}), ['--tools', 'all'])).listTools();
    for (const tool of tools) {
      const validate = new Ajv2020({ strict: true, strictRequired: false }).compile(tool.inputSchema);
      expect(validate({ surely_unknown: 1 })).toBe(false);
      if (tool.outputSchema) new Ajv2020({ strict: true }).compile(tool.outputSchema);
    }
  });

  test('is longer with --tools, and holds only reading tools with --read-only', async () => {
    const root = project({});
    const [all, reading] = await Promise.all([older(root, ['--tools', 'all']), older(root, ['--tools', 'all', '--read-only'])]);
    const [more, fewer] = await Promise.all([all.listTools(), reading.listTools()]);
    expect(fewer.tools.every((tool) => tool.annotations?.readOnlyHint === true)).toBe(true);
    expect(more.tools.filter((tool) => tool.annotations?.readOnlyHint === true).map((tool) => tool.name)).toEqual(
      fewer.tools.map((tool) => tool.name),
    );
    expect(fewer.tools.length).toBeLessThan(more.tools.length);
    const refused = await reading.callTool({ name: 'tool_scan', arguments: {} }).catch((error: unknown) => ({ isError: true, error }));
    expect(refused.isError).toBe(true);
    expect(existsSync(join(root, '.tool'))).toBe(false);
  });
});

describe('stdio', () => {
  test('stdout holds nothing but protocol, also while compiling, and the server ends when stdin ends', async () => {
    const server = raw(bookshop());
    server.send(initialize);
    await server.next((message) => message.id === 0);
    server.send(initialized);
    server.send({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'tool_scan', arguments: {} } });
    await server.next((message) => message.id === 1);
    server.send('this is not JSON');
    server.send({ jsonrpc: '2.0', id: 2, method: 'ping' });
    await server.next((message) => message.id === 2);
    server.child.stdin.end();
    expect(await server.exit).toBe(0);
    expect(server.junk).toEqual([]);
  });

  test('the server ends in the middle of a scan when stdin ends', async () => {
    const server = raw(bookshop());
    server.send(initialize);
    await server.next((message) => message.id === 0);
    server.send(initialized);
    server.send({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'tool_scan', arguments: {} } });
    server.child.stdin.end();
    expect(await server.exit).toBe(0);
  });

  test('a line of more than ten megabytes ends the connection and not in silence', async () => {
    const server = raw(project({}));
    server.send(initialize);
    await server.next((message) => message.id === 0);
    let stderr = '';
    server.child.stderr.on('data', (chunk) => {
      stderr += String(chunk);
    });
    server.child.stdin.on('error', () => {
      /* the server closed its end */
    });
    server.child.stdin.write('x'.repeat(11 * 1024 * 1024));
    await server.exit;
    expect(stderr).toMatch(/tool mcp: .*buffer/i);
    expect(server.junk).toEqual([]);
  });

  test('TOOL_PROJECT_PATH names the project where --project does not', () => {
    const root = bookshop();
    const list = spawnSync(process.execPath, [bin, 'mcp'], {
      cwd: project({}),
      env: { ...process.env, TOOL_PROJECT_PATH: root },
      encoding: 'utf8',
      input: `${[initialize, initialized].map((message) => JSON.stringify(message)).join('\n')}\n`,
    });
    expect(list.status).toBe(0);
    const missing = spawnSync(process.execPath, [bin, 'mcp'], {
      cwd: root,
      env: { ...process.env, TOOL_PROJECT_PATH: join(root, 'nowhere') },
      encoding: 'utf8',
      input: '',
    });
    expect(missing).toMatchObject({ status: 2, stdout: '' });
    expect(missing.stderr).toContain('does not exist');
  });

  test.each([
    [['--tools', 'core,bogus'], 'there is no group "bogus"'],
    [['--tools', 'agents', '--tools', 'runs'], 'The option "--tools" is given more than once.'],
    [['--read-onyl'], 'has no option "--read-onyl"'],
    [['--allow-url', 'localhost:3000'], 'is no URL'],
    [['--project', '/nonexistent/folder'], 'does not exist'],
  ])('wrong arguments are a usage error on stderr: %j', (args, message) => {
    const child = spawnSync(process.execPath, [bin, 'mcp', ...args], { cwd: project({}), encoding: 'utf8', input: '' });
    expect(child).toMatchObject({ status: 2, stdout: '' });
    expect(child.stderr).toContain(message);
  });
});

/** A server whose compilation takes some seconds. */
function large(): string {
  const files: Record<string, string> = {
    'package.json': JSON.stringify({ name: 'large', main: 'main.js', dependencies: { express: '^5.0.0' } }),
  };
  const count = 300;
  for (let file = 0; file < count; file++) {
    files[`desk-${file}.js`] =
      `const { Router } = require('express');\nconst desk = Router();\n${Array.from({ length: 30 }, (_, index) => `desk.get('/drawer-${index}/:key', (request, response) => response.json({ key: request.params.key }));`).join('\n')}\nmodule.exports = desk;\n`;
  }
  files['main.js'] =
    `const hall = require('express')();\n${Array.from({ length: count }, (_, file) => `hall.use('/desk-${file}', require('./desk-${file}'));`).join('\n')}\nhall.listen(1);\n`;
  return project(files);
}

describe('scans', () => {
  test('tell how far they are, rising, and only who asked', async () => {
    const server = raw(large());
    server.send(initialize);
    await server.next((message) => message.id === 0);
    server.send(initialized);
    server.send({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'tool_scan', arguments: {}, _meta: { progressToken: 'p' } },
    });
    const { result } = await server.next((message) => message.id === 1);
    expect(JSON.parse(result.content[0].text).endpoints.total).toBe(9000);
    const steps = server.messages.filter((message) => message.method === 'notifications/progress').map((message) => message.params);
    expect(steps.length).toBeGreaterThan(0);
    expect(steps.every((step) => step.progressToken === 'p' && typeof step.message === 'string')).toBe(true);
    expect(steps.map((step) => step.progress)).toEqual([...new Set(steps.map((step) => step.progress))].sort((a, b) => a - b));
    server.messages.length = 0;
    server.send({ jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'tool_scan', arguments: {} } });
    await server.next((message) => message.id === 2);
    expect(server.messages.filter((message) => message.method === 'notifications/progress')).toEqual([]);
  });

  test('are cancelled: nothing is written, other calls are answered meanwhile and afterwards', async () => {
    const root = large();
    const server = raw(root);
    server.send(initialize);
    await server.next((message) => message.id === 0);
    server.send(initialized);
    server.send({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'tool_scan', arguments: {}, _meta: { progressToken: 1 } } });
    await server.next((message) => message.method === 'notifications/progress');
    // The loop is free while the thread compiles.
    server.send({ jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'tool_status', arguments: {} } });
    expect(JSON.parse((await server.next((message) => message.id === 2)).result.content[0].text).model).toBeNull();
    server.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1, reason: 'enough' } });
    server.send({ jsonrpc: '2.0', id: 3, method: 'tools/call', params: { name: 'tool_status', arguments: {} } });
    await server.next((message) => message.id === 3);
    expect(existsSync(join(root, '.tool/model.json'))).toBe(false);
    writeFileSync(
      join(root, 'main.js'),
      "const hall = require('express')();\nhall.get('/lone', (request, response) => response.end());\nhall.listen(1);\n",
    );
    server.send({ jsonrpc: '2.0', id: 4, method: 'tools/call', params: { name: 'tool_scan', arguments: {} } });
    await server.next((message) => message.id === 4);
    expect(JSON.parse(readFileSync(join(root, '.tool/model.json'), 'utf8')).endpoints).toHaveLength(1);
    expect(server.messages.filter((message) => message.id === 1)).toEqual([]);
  });
});
