import { expect, test } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { scanProject } from '../../compiler/scan.js';
import { repository } from '../golden/project.js';
import { disagreements, form, type Answered, type Asked } from './contract-answers.js';

const ferryRequests: readonly Asked[] = [
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

const webRequests: readonly Asked[] = [
  { endpoint: 'GET /lamps', path: '/lamps' },
  { endpoint: 'GET /lamps/:lamp', path: '/lamps/north' },
  { endpoint: 'GET /lamps/:lamp', path: '/lamps/north?broken=yes' },
  { endpoint: 'GET /lamps/:lamp', path: '/lamps/north?elsewhere=yes' },
  { endpoint: 'GET /oil', path: '/oil' },
  { endpoint: 'DELETE /oil', path: '/oil' },
  { endpoint: 'POST /keepers', path: '/keepers', ...form('name=ada') },
  { endpoint: 'POST /keepers', path: '/keepers', ...form('') },
  { endpoint: 'PUT /keepers', path: '/keepers', ...form('shift=late') },
  { endpoint: 'PUT /keepers', path: '/keepers', ...form('') },
  { endpoint: 'GET /log', path: '/log', headers: { cookie: 'badge=b' } },
  { endpoint: 'GET /log', path: '/log' },
  { endpoint: 'DELETE /log', path: '/log', headers: { cookie: 'badge=b' } },
  { endpoint: 'DELETE /log', path: '/log' },
  { endpoint: 'GET /flashes', path: '/flashes' },
  { endpoint: 'GET /horn', path: '/horn' },
  { endpoint: 'GET /storm', path: '/storm' },
];

const describedRequests: readonly Asked[] = [
  { endpoint: 'POST /seeds', path: '/seeds', body: { name: 'rye', grams: 2 } },
  { endpoint: 'POST /seeds', path: '/seeds', body: {} },
  { endpoint: 'GET /seeds/:seed', path: '/seeds/rye' },
  { endpoint: 'GET /seeds/:seed', path: '/seeds/wheat' },
  { endpoint: 'POST /labels', path: '/labels', ...form('text=rye') },
  { endpoint: 'POST /labels', path: '/labels', ...form('') },
  { endpoint: 'PUT /vault/door', path: '/vault/door', ...form('code=1234') },
  { endpoint: 'PUT /vault/door', path: '/vault/door', ...form('code=1') },
  { endpoint: 'GET /doc', path: '/doc' },
];

const FROM_ELSEWHERE = { 'content-type': 'text/plain', origin: 'https://reef.example' };
const refusedRequests: readonly Asked[] = [
  { endpoint: 'GET /crates/:crate', path: '/crates/1', headers: FROM_ELSEWHERE },
  { endpoint: 'PUT /crates/:crate', path: '/crates/1', body: {} },
  { endpoint: 'PUT /crates/:crate', path: '/crates/1', body: { label: 'x'.repeat(50) } },
  { endpoint: 'PUT /crates/:crate', path: '/crates/1', headers: FROM_ELSEWHERE },
  { endpoint: 'POST /barrels', path: '/barrels', body: {} },
  { endpoint: 'POST /barrels', path: '/barrels', body: { label: 'x'.repeat(50) } },
  { endpoint: 'GET /tides', path: '/tides' },
  { endpoint: 'GET /tides', path: '/tides?slow=yes' },
  { endpoint: 'GET /storms', path: '/storms' },
  { endpoint: 'GET /storms', path: '/storms?slow=yes' },
  { endpoint: 'POST /bilge/pumps', path: '/bilge/pumps', body: {} },
  { endpoint: 'POST /bilge/pumps', path: '/bilge/pumps', body: { label: 'x'.repeat(50) } },
];

const milledRequests: readonly Asked[] = [
  { endpoint: 'GET /wheel', path: '/wheel' },
  { endpoint: 'GET /sails', path: '/sails' },
  { endpoint: 'GET /stones', path: '/stones' },
  { endpoint: 'GET /sluice', path: '/sluice' },
  { endpoint: 'POST /sacks', path: '/sacks', body: { label: 'rye', owner: 'ada' } },
  { endpoint: 'POST /sacks', path: '/sacks', body: { owner: null } },
  { endpoint: 'POST /sacks', path: '/sacks', body: { label: 5 } },
];

const storedRequests: readonly Asked[] = [
  { endpoint: 'GET /summer/departures', path: '/summer/departures' },
  { endpoint: 'GET /summer/departures', path: '/summer/departures?harbour=Oslo' },
  { endpoint: 'GET /cars', path: '/cars' },
  { endpoint: 'GET /trucks', path: '/trucks' },
  { endpoint: 'POST /logs', path: '/logs', body: { text: 'calm' }, headers: { 'x-captain': 'ada' } },
  { endpoint: 'POST /logs', path: '/logs', body: { text: 'calm' } },
];

const programs: readonly (readonly [name: string, file: string, requests: readonly Asked[], except: RegExp])[] = [
  // The body of a validator's own 400 is its library's affair, and texts satisfy the parameters of a path.
  ['contracts', 'ferry.js', ferryRequests, /^(POST \/crossings|GET \/tides\/:tide): no request was answered with 400$/],
  ['contracts-of-the-web', 'lamp-room.js', webRequests, /^$/],
  // What a document holds is the package's affair.
  ['contracts-of-descriptions', 'seed-bank.js', describedRequests, /^GET \/doc \(\/doc\) 200: the model says nothing of the body$/],
  ['refused-by-the-framework', 'hold.js', refusedRequests, /^$/],
  ['functions-of-optional-schemas', 'mill.js', milledRequests, /^$/],
  ['contexts-in-storage', 'ferries.js', storedRequests, /^$/],
];

test.each(programs)(
  'what the model says of answers is what the real framework answers: %s',
  async (name, file, requests, except) => {
    const source = path.join(repository, 'tests/golden/scan/hono', name, 'input');
    const output = execFileSync(
      process.execPath,
      [path.join(repository, 'dist/tests/differential/hono-contracts-child.js'), path.join(source, file), JSON.stringify(requests)],
      { encoding: 'utf8' },
    );
    const answers = JSON.parse(output.trim().split('\n').at(-1)!) as Answered[];
    const { endpointSet } = await scanProject({ root: source });
    expect(disagreements(endpointSet.endpoints, requests, answers).filter((line) => !except.test(line))).toEqual([]);
  },
  60_000,
);
