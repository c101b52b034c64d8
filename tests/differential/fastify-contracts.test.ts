import { expect, test } from '@jest/globals';
import { createRequire } from 'node:module';
import path from 'node:path';
import { scanProject } from '../../compiler/scan.js';
import { repository } from '../golden/project.js';
import { askAll, disagreements, type Asked } from './contract-answers.js';

const requests: readonly Asked[] = [
  { endpoint: 'GET /signals', path: '/signals', headers: { 'x-keeper': 'ada' } },
  { endpoint: 'GET /signals', path: '/signals' },
  { endpoint: 'GET /lines/:line', path: '/lines/4' },
  { endpoint: 'GET /lines/:line', path: '/lines/4?missing=yes' },
  { endpoint: 'GET /lines/:line', path: '/lines/4?blocked=yes' },
  { endpoint: 'POST /lines', path: '/lines', body: { name: 'north' } },
  { endpoint: 'POST /lines', path: '/lines', body: {} },
  { endpoint: 'DELETE /lines/:line', path: '/lines/4' },
  { endpoint: 'GET /bell', path: '/bell' },
  { endpoint: 'GET /depot', path: '/depot' },
  { endpoint: 'GET /detour', path: '/detour' },
  { endpoint: 'PUT /lines/:line', path: '/lines/4', body: { name: 'west' } },
  { endpoint: 'PUT /lines/:line', path: '/lines/4', body: {}, headers: { 'x-closed': 'yes' } },
  { endpoint: 'GET /yard', path: '/yard' },
  ...['GET /signals', 'GET /lines/:line', 'POST /lines', 'DELETE /lines/:line', 'GET /bell', 'GET /depot', 'GET /detour', 'GET /yard'].map(
    (endpoint): Asked => ({
      endpoint,
      path: endpoint.split(' ')[1]!.replace(':line', '4'),
      headers: { 'x-closed': 'yes' },
      ...(endpoint.startsWith('POST') && { body: {} }),
    }),
  ),
];

test('what the model says of answers is what the real framework answers', async () => {
  const source = path.join(repository, 'tests/golden/scan/fastify/contracts/input');
  const box = createRequire(import.meta.url)(path.join(source, 'signal-box.js')) as {
    listen(options: { port: number; host: string }): Promise<string>;
    close(): Promise<void>;
  };
  const address = await box.listen({ port: 0, host: '127.0.0.1' });
  try {
    const answers = await askAll(Number(new URL(address).port), requests);
    const { endpointSet } = await scanProject({ root: source });
    expect(disagreements(endpointSet.endpoints, requests, answers)).toEqual([]);
    // Without it the answer is 401: it is a credential, and no parameter beside.
    const signals = endpointSet.endpoints.find(({ path: at }) => at === '/signals');
    expect(signals?.security).toMatchObject([{ scheme: 'apiKeyAuth', required: true }]);
    expect(endpointSet.schemes).toMatchObject([{ name: 'apiKeyAuth', in: 'header', parameter: 'x-keeper' }]);
    expect(signals?.parameters?.map(({ name }) => name)).not.toContain('x-keeper');
  } finally {
    await box.close();
  }
}, 60_000);
