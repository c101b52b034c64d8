// Times the MCP server from outside: from the start of the process to the list of tools, and reads on a model of 5,000
// endpoints, as a client sees them. Raw messages over stdio, so that no client library is part of the figures.
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const bin = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', 'dist/runtime/cli/bin.js');
const ENDPOINTS = 5000;

/** A server process; `ask` sends a request and resolves with the result and the milliseconds until it came. */
function start(root) {
  const child = spawn(process.execPath, [bin, 'mcp', '--project', root], { stdio: ['pipe', 'pipe', 'ignore'] });
  const waiting = new Map();
  createInterface({ input: child.stdout }).on('line', (line) => {
    const message = JSON.parse(line);
    waiting.get(message.id)?.(message);
    waiting.delete(message.id);
  });
  let id = 0;
  const send = (message) => {
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  };
  const ask = (method, params = {}) =>
    new Promise((resolve, reject) => {
      const own = id++;
      const began = performance.now();
      waiting.set(own, (message) => {
        const failed = message.error ?? (message.result?.isError ? message.result.content[0].text : undefined);
        if (failed) reject(new Error(`${method}: ${JSON.stringify(failed)}`));
        else resolve({ result: message.result, milliseconds: performance.now() - began });
      });
      send({ id: own, method, params });
    });
  const open = async () => {
    await ask('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'bench', version: '1' } });
    send({ method: 'notifications/initialized' });
  };
  const close = () =>
    new Promise((resolve) => {
      child.once('exit', resolve);
      child.stdin.end();
    });
  return { ask, open, close };
}

function projectWithModel() {
  const root = mkdtempSync(path.join(os.tmpdir(), 'tool-bench-mcp-'));
  mkdirSync(path.join(root, '.tool'));
  const endpoints = Array.from({ length: ENDPOINTS }, (_, index) => ({
    method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'][index % 5],
    path: `/api/v1/region-${Math.floor(index / 500)}/shipment-${Math.floor(index / 5)}/:shipmentId`,
    name: `Handle shipment ${index}`,
    source: { file: `src/shipment-${index}.ts`, line: 12 },
    middleware: [{ name: 'authenticate', type: 'auth' }],
    parameters: [{ name: 'shipmentId', in: 'path', type: 'string', required: true }],
    responses: { 200: { description: 'OK', schema: { id: 'string', 'items.0.weight': 'number' } } },
  })).map((endpoint) => ({ id: `${endpoint.method} ${endpoint.path}`, ...endpoint }));
  writeFileSync(
    path.join(root, '.tool/model.json'),
    JSON.stringify({
      version: '0.3',
      generatedAt: '2026-01-31T12:00:00.000Z',
      project: { name: 'bench', language: 'typescript', framework: 'express' },
      environments: [],
      securitySchemes: {},
      endpoints,
    }),
  );
  return root;
}

const READS = [
  ['tool_status', {}],
  ['tool_find_endpoints', { query: 'shipment 4711' }],
  ['tool_find_endpoints', { path: '/api/v1/region-7', guard: 'authenticate' }],
  ['tool_get_endpoint', { endpoint: 'GET /api/v1/region-0/shipment-17/:shipmentId' }],
  ['tool_explain', {}],
];

const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];

/** Rows of milliseconds: medians, and for the start also the ratio to an empty Node process that took turns with it. */
export async function benchMcp({ rounds }) {
  const root = projectWithModel();
  try {
    const starts = [];
    const empty = [];
    for (let round = 0; round < rounds; round++) {
      const bare = performance.now();
      spawnSync(process.execPath, ['-e', '0']);
      empty.push(performance.now() - bare);
      const began = performance.now();
      const server = start(root);
      await server.open();
      await server.ask('tools/list');
      starts.push(performance.now() - began);
      await server.close();
    }
    const rows = [
      {
        what: 'start to tools/list',
        milliseconds: median(starts),
        goal: 250,
        ratioToEmptyNode: median(starts.map((time, index) => time / empty[index])),
      },
    ];
    const server = start(root);
    await server.open();
    for (const [name, args] of READS) {
      const call = () => server.ask('tools/call', { name, arguments: args });
      await call(); // The first one reads the file and makes the index.
      const times = [];
      for (let round = 0; round < rounds * 4; round++) times.push((await call()).milliseconds);
      rows.push({ what: `${name} ${JSON.stringify(args)}`, milliseconds: median(times), goal: 10 });
    }
    await server.close();
    return rows;
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

export function printMcp(rows) {
  console.log(`MCP server, model of ${ENDPOINTS} endpoints (medians, milliseconds)\n`);
  for (const { what, milliseconds, goal, ratioToEmptyNode } of rows) {
    console.log(
      `${milliseconds.toFixed(1).padStart(8)}  goal ${String(goal).padStart(3)}  ${what}${ratioToEmptyNode === undefined ? '' : `  (${ratioToEmptyNode.toFixed(1)} × node -e 0)`}`,
    );
  }
}
