import { expect, test } from '@jest/globals';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createRequire } from 'node:module';
import path from 'node:path';
import { scanProject } from '../../compiler/scan.js';
import { repository } from '../golden/project.js';
import { askAll, disagreements, type Asked } from './contract-answers.js';

const direct: readonly Asked[] = [
  { endpoint: 'GET /trees', path: '/trees?shade=deep' },
  { endpoint: 'GET /trees/:tree', path: '/trees/old' },
  { endpoint: 'GET /trees/:tree', path: '/trees/old?felled=yes' },
  { endpoint: 'PUT /trees/:tree', path: '/trees/old', headers: { 'x-ladder': 'long' } },
  { endpoint: 'PUT /trees/:tree', path: '/trees/old' },
  { endpoint: 'DELETE /trees/:tree', path: '/trees/old' },
  { endpoint: 'GET /trees/:tree/nests', path: '/trees/old/nests' },
  { endpoint: 'GET /trees/:tree/leaves', path: '/trees/old/leaves' },
  { endpoint: 'GET /trees/:tree/leaves', path: '/trees/old/leaves?season=summer' },
];

const keeper = { authorization: 'Bearer miller' };
const throughRouters: readonly Asked[] = [
  { endpoint: 'GET /weir/gates', path: '/weir/gates?page=2' },
  { endpoint: 'GET /weir/gates/:gate', path: '/weir/gates/east' },
  { endpoint: 'GET /weir/gates/:gate', path: '/weir/gates/north' },
  { endpoint: 'PUT /weir/gates/:gate', path: '/weir/gates/east' },
  { endpoint: 'PUT /weir/gates/:gate', path: '/weir/gates/east', headers: { authorization: 'Bearer fisher' } },
  { endpoint: 'PUT /weir/gates/:gate', path: '/weir/gates/east', headers: keeper },
  { endpoint: 'PUT /weir/gates/:gate', path: '/weir/gates/west', headers: keeper },
  { endpoint: 'PUT /weir/gates/:gate', path: '/weir/gates/east?height=high', headers: keeper },
  { endpoint: 'GET /papers/map.svg', path: '/papers/map.svg' },
  { endpoint: 'GET /papers/rules', path: '/papers/rules' },
  { endpoint: 'GET /papers/levels', path: '/papers/levels' },
  { endpoint: 'GET /papers/old', path: '/papers/old' },
  { endpoint: 'DELETE /papers/levels', path: '/papers/levels' },
  { endpoint: 'POST /papers/levels', path: '/papers/levels' },
];

test.each([
  { project: 'contracts', main: 'orchard.js', requests: direct },
  { project: 'contracts-past-routers', main: 'weir.js', requests: throughRouters },
])(
  'what the model says of answers is what the real framework answers: $project',
  async ({ project, main, requests }) => {
    const source = path.join(repository, 'tests/golden/scan/koa', project, 'input');
    const app = createRequire(import.meta.url)(path.join(source, main)) as { callback(): RequestListener; silent?: boolean };
    app.silent = true;
    const server = createServer(app.callback());
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', () => {
        resolve();
      });
    });
    try {
      const answers = await askAll((server.address() as AddressInfo).port, requests);
      const { endpointSet } = await scanProject({ root: source });
      expect(disagreements(endpointSet.endpoints, requests, answers)).toEqual([]);
    } finally {
      await new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      });
    }
  },
  60_000,
);
