import { expect, test } from '@jest/globals';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createRequire } from 'node:module';
import path from 'node:path';
import { scanProject } from '../../compiler/scan.js';
import { repository } from '../golden/project.js';
import { askAll, disagreements, type Asked } from './contract-answers.js';

const requests: readonly Asked[] = [
  { endpoint: 'GET /trees', path: '/trees?shade=deep' },
  { endpoint: 'GET /trees/:tree', path: '/trees/old' },
  { endpoint: 'GET /trees/:tree', path: '/trees/old?felled=yes' },
  { endpoint: 'PUT /trees/:tree', path: '/trees/old', headers: { 'x-ladder': 'long' } },
  { endpoint: 'PUT /trees/:tree', path: '/trees/old' },
  { endpoint: 'DELETE /trees/:tree', path: '/trees/old' },
];

test('what the model says of answers is what the real framework answers', async () => {
  const source = path.join(repository, 'tests/golden/scan/koa/contracts/input');
  const app = createRequire(import.meta.url)(path.join(source, 'orchard.js')) as { callback(): RequestListener };
  const server = createServer(app.callback());
  await new Promise<void>((resolve) => { server.listen(0, '127.0.0.1', () => { resolve(); }); });
  try {
    const answers = await askAll((server.address() as AddressInfo).port, requests);
    const { endpointSet } = await scanProject({ root: source });
    expect(disagreements(endpointSet.endpoints, requests, answers)).toEqual([]);
  } finally { await new Promise((resolve) => { server.close(resolve); server.closeAllConnections(); }); }
}, 60_000);
