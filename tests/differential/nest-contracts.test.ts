import { expect, test } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { scanProject } from '../../compiler/scan.js';
import { repository } from '../golden/project.js';
import { disagreements, type Answered, type Asked } from './contract-answers.js';
import { compileNest } from './nest-compile.js';

const uuid = '3f2b7a52-0c51-4b0a-9a52-6d1f8b0c9d11';
const requests: readonly Asked[] = [
  { endpoint: 'GET /bells', path: '/bells?timbre=bright' },
  { endpoint: 'GET /bells', path: '/bells?timbre=dull&page=3&q=ave' },
  { endpoint: 'GET /bells', path: '/bells?timbre=loud' },
  { endpoint: 'GET /bells', path: '/bells?timbre=dull&page=first' },
  { endpoint: 'GET /bells/search', path: '/bells/search?after=x' },
  { endpoint: 'GET /bells/search', path: '/bells/search?after=x&after=y' },
  { endpoint: 'GET /bells/:id', path: '/bells/1' },
  { endpoint: 'GET /bells/:id', path: '/bells/7' },
  { endpoint: 'GET /bells/:id', path: '/bells/first' },
  { endpoint: 'GET /bells/:uuid/history', path: `/bells/${uuid}/history` },
  { endpoint: 'GET /bells/:uuid/history', path: '/bells/none/history' },
  { endpoint: 'GET /bells/:uuid/history', path: `/bells/${uuid}/history?full=perhaps` },
  { endpoint: 'POST /bells', path: '/bells', body: { inscription: 'gloria', weight: 120 } },
  { endpoint: 'POST /bells', path: '/bells', body: { inscription: 'taken', weight: 120, founder: 'founder@example.com' } },
  { endpoint: 'POST /bells', path: '/bells', body: { inscription: 'g', weight: 120 } },
  { endpoint: 'POST /bells', path: '/bells', body: { inscription: 'gloria', weight: 9001 } },
  { endpoint: 'PUT /bells/:id/note', path: '/bells/9/note', body: { words: 'hum' } },
  { endpoint: 'PATCH /bells/:id', path: '/bells/9', body: { inscription: 'pax' } },
  { endpoint: 'PATCH /bells/:id', path: '/bells/9', body: {} },
  { endpoint: 'DELETE /bells/:id', path: '/bells/9' },
  { endpoint: 'DELETE /bells/:id', path: '/bells/nine' },
  { endpoint: 'POST /bells/ring', path: '/bells/ring', headers: { 'x-keeper': 'anna', 'x-strokes': '3' } },
  { endpoint: 'POST /bells/ring', path: '/bells/ring' },
  { endpoint: 'POST /bells/ring', path: '/bells/ring', headers: { 'x-keeper': 'banned' } },
  ...['', '?where=deep', '?where=elsewhere', '?where=here'].map((query): Asked => ({
    endpoint: 'GET /bells/tower/lost',
    path: `/bells/tower/lost${query}`,
  })),
  ...['text', 'old', 'raw', 'kept', 'cracked', 'plain', 'object', 'wrapped'].map((name): Asked => ({
    endpoint: `GET /bells/tower/${name}`,
    path: `/bells/tower/${name}`,
  })),
];

test('what the model says of answers is what the real framework answers', async () => {
  const source = path.join(repository, 'tests/golden/scan/nest/contracts/input');
  const folder = compileNest(source, path.join(repository, '.build/nest-contracts'));
  const output = execFileSync(
    process.execPath,
    [path.join(repository, 'dist/tests/differential/nest-contracts-child.js'), folder, JSON.stringify(requests)],
    { encoding: 'utf8' },
  );
  // The framework writes its log before.
  const answers = JSON.parse(output.trim().split('\n').at(-1)!) as Answered[];
  const { endpointSet } = await scanProject({ root: source });
  expect(disagreements(endpointSet.endpoints, requests, answers)).toEqual([]);
}, 60_000);
