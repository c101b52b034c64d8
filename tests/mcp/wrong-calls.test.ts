import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { call, connectOlder, project, removeScratch } from '../support/mcp-clients.js';

jest.setTimeout(120_000);

const endpoints = [
  'GET /api/shops',
  'GET /api/shops/:shopId',
  'POST /api/shops/:shopId/orders',
  'GET /api/events/:name',
  'DELETE /api/settings',
].map((id) => ({
  id,
  method: id.split(' ')[0],
  path: id.split(' ')[1],
  middleware: [{ name: '', type: 'other', source: { file: 'src/app.ts', line: 3 } }],
}));
const model = JSON.stringify({
  version: '0.3',
  generatedAt: '2026-01-31T12:00:00.000Z',
  project: { name: 'p', language: 'typescript', framework: 'express' },
  environments: [],
  securitySchemes: {},
  endpoints,
  unresolved: [{ what: 'route', code: 'core/hole', reason: 'unknown', loss: 'dropped' }],
});

let client: Awaited<ReturnType<typeof connectOlder>>;
beforeAll(async () => {
  client = await connectOlder(project({ 'package.json': '{}', 'src/app.ts': '', '.tool/model.json': model }), ['--tools', 'all']);
});
afterAll(async () => {
  await client.close();
  removeScratch();
});

/** What an assistant does wrong, and what it has to learn from the answer: the mistake, what to do in the words of the tools, what was meant. */
test.each<[string, Record<string, unknown>, object]>([
  ['tool_get_endpoint', {}, { message: 'the argument "endpoint" is missing' }],
  ['tool_get_endpoint', { endpoint: 7 }, { message: 'endpoint must be a string, but is 7' }],
  ['tool_get_endpoint', { endpoint: 'GET /api/shop/:shopId' }, { candidates: ['GET /api/shops/:shopId', 'GET /api/shops'] }],
  [
    'tool_get_endpoint',
    { endpoint: 'GET /api/shops/:shopId/order' },
    { candidates: expect.arrayContaining(['POST /api/shops/:shopId/orders', 'GET /api/shops/:shopId']) },
  ],
  [
    'tool_get_endpoint',
    { endpoint: 'GET /completely/other/thing' },
    { hint: 'See tool_find_endpoints for all endpoints; run tool_scan if the source has changed.' },
  ],
  [
    'tool_get_endpoint',
    { endpoint: 'GET /api/shops', detail: 'all' },
    { message: 'detail must be one of "concise", "full", but is "all"' },
  ],
  ['tool_find_endpoints', { limit: 'many' }, { message: 'limit must be a number, but is "many"' }],
  ['tool_find_endpoints', { limit: 0 }, { message: 'limit must be 1 or more, but is 0' }],
  ['tool_find_endpoints', { limit: 1e4 }, { message: 'limit must be 200 or less, but is 10000' }],
  ['tool_find_endpoints', { methd: 'GET' }, { message: 'there is no argument "methd"', candidates: ['method'] }],
  ['tool_edit_model', { edits: [] }, { message: 'edits must not be empty' }],
  [
    'tool_edit_model',
    { edits: [{ kind: 'endpoint', name: 'GET /api/shops', sett: {} }] },
    { message: 'edits.0 has no field "sett", but "kind", "name", "set", "remove"', candidates: ['set'] },
  ],
  [
    'tool_edit_model',
    { edits: [{ kind: 'endpoint', name: 'GET /api/shops', set: { sumary: 'x' } }] },
    { code: 'edit/unknown-field', message: 'edits.0.set.sumary: there is no field "sumary".', candidates: ['summary'] },
  ],
  [
    'tool_edit_model',
    { edits: [{ kind: 'endpoint', name: 'GET /new', set: { requestBody: { fields: { title: { type: 'string', minLenght: 3 } } } } }] },
    {
      message: 'edits.0.set.requestBody.fields.title.minLenght: there is no field "minLenght".',
      candidates: expect.arrayContaining(['minLength']),
    },
  ],
  [
    'tool_edit_model',
    { edits: [{ kind: 'endpoint', endpoint: 'GET /api/shops', set: {} }] },
    { message: 'the argument "edits.0.name" is missing; edits.0 has no field "endpoint", but "kind", "name", "set", "remove"' },
  ],
  [
    'tool_create_workflow',
    { name: 'w', steps: [{ name: 'a', metod: 'GET', path: '/' }] },
    { message: '/steps/0 the field "method" is missing; /steps/0/metod is no field', candidates: expect.arrayContaining(['method']) },
  ],
  ['tool_run_workflow', { name: 'w' }, { hint: expect.stringContaining('tool_get_workflow {"scaffold": "METHOD /path"}') }],
  [
    'tool_test_endpoint',
    { endpoints: ['GET /api/shops'] },
    { hint: expect.stringMatching(/^Add one with tool_edit_model: \{"kind":"environment"/) },
  ],
  ['tool_get_run', { run: 'last' }, { hint: 'Run tool_test_endpoint first.' }],
])('%s %j', async (name, args, expected) => {
  const { document, isError } = await call(client, name, args);
  expect(isError).toBe(true);
  expect(document.error).toMatchObject({ message: expect.any(String), hint: expect.any(String), ...expected });
  expect(document.error.hint).not.toMatch(/`tool (?:scan|workflow|model|simulate|inspect)/);
});

/** Answers that are right and empty say what comes next. */
test.each<[string, Record<string, unknown>, object]>([
  ['tool_get_workflow', {}, { total: 0, next: 'Propose one: {"scaffold":"METHOD /path"}.' }],
  ['tool_get_run', {}, { total: 0, next: expect.stringContaining('tool_test_endpoint') }],
  [
    'tool_find_endpoints',
    { query: 'nothing like that' },
    { total: 0, note: expect.stringContaining('1 registration could not be resolved: tool_explain says which.') },
  ],
  [
    'tool_find_endpoints',
    { method: 'FOO' },
    {
      total: 0,
      note: expect.stringMatching(/^No endpoint has the method FOO\. There are GET, POST, DELETE\. 1 registration could not be resolved/),
    },
  ],
  ['tool_find_endpoints', { limit: 2 }, { total: 5, next: expect.any(String), more: '3 more: repeat with cursor = next' }],
  [
    'tool_get_changes',
    { impact: true, files: ['src/nowhere.ts', 'src/app.ts'] },
    { note: 'Not in the project, removed or misspelt: src/nowhere.ts.' },
  ],
  ['tool_get_endpoint', { endpoint: 'GET /api/shops' }, { middleware: ['other (unnamed, src/app.ts:3)'] }],
])('%s %j says what comes next', async (name, args, expected) => {
  const { document, isError } = await call(client, name, args);
  expect(isError).toBe(false);
  expect(document).toMatchObject(expected);
});

test('a workflow that is there already is replaced when that is said, and is called the same everywhere', async () => {
  const write = (path: string) => call(client, 'tool_create_workflow', { name: 'there', steps: [{ name: 'a', method: 'GET', path }] });
  const file = '.tool/workflows/there.json';
  expect((await write('/api/shops')).document).toMatchObject({ file, written: true });
  expect((await write('/api/events/x')).document.error).toEqual({
    code: 'usage/invalid',
    message: `${file} is there already, and says something else. It would be overwritten.`,
    hint: 'Choose another name, or pass replace: true.',
  });
  expect((await call(client, 'tool_get_workflow')).document.workflows).toMatchObject([{ file }]);
});
