import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { simulateProject } from '../../runtime/simulate/index.js';
import { withValueAt } from '../../runtime/simulate/value-at-path.js';
import { emptyModel } from '../../runtime/store/index.js';
import { negativeCases } from '../../runtime/simulate/endpoints/negative-cases.js';
import { scaffoldWorkflow } from '../../runtime/workflow/scaffold/scaffold-workflow.js';
import type { Endpoint, Model } from '../../schemas/index.js';
import { ALL } from '../support/simulated.js';

/** Where values of earlier answers are put: into elements of lists, and not into filters that nobody demands. */

const endpoint = (method: string, route: string, more: Partial<Endpoint>): Endpoint => ({
  id: `${method} ${route}`,
  method,
  path: route,
  middleware: [],
  ...more,
});
const fromPlants = (usedAs: string): NonNullable<Endpoint['consumes']> => [{ variable: 'id', usedAs, producedBy: 'POST /plants' }];
const plants = endpoint('POST', '/plants', {
  responses: { 201: { schema: { id: 'number' } } },
  produces: [{ variable: 'id', responseField: 'id' }],
});
const orders = endpoint('POST', '/orders', {
  requestBody: {
    contentType: 'application/json',
    fields: {
      lines: {
        type: 'array',
        required: true,
        items: { type: 'object', properties: { plantId: { type: 'integer', required: true }, count: { type: 'integer', required: true } } },
      },
    },
  },
  responses: { 204: {} },
  consumes: fromPlants('body:lines.0.plantId'),
});
/** The same as a list alone. */
const listed: Endpoint = {
  ...orders,
  requestBody: { contentType: 'application/json', fields: {}, items: orders.requestBody!.fields!['lines']!.items! },
  consumes: fromPlants('body:0.plantId'),
};
const optional = endpoint('GET', '/waterings', {
  parameters: [{ name: 'plantId', in: 'query', type: 'integer' }],
  responses: { 200: { schema: { of: 'any' } } },
  consumes: fromPlants('query:plantId'),
});
const demanded = { ...optional, parameters: [{ name: 'plantId', in: 'query', type: 'integer', required: true }] } satisfies Endpoint;

let url = '';
const seen: { readonly line: string; readonly body: unknown }[] = [];
const bodyOf = async (request: IncomingMessage): Promise<unknown> => {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text === '' ? undefined : JSON.parse(text);
};
const server = createServer((request, response) => {
  void bodyOf(request).then((body) => {
    seen.push({ line: `${request.method} ${request.url}`, body });
    const [status, answer] =
      request.url === '/plants'
        ? ([201, { id: 4711 }] as const)
        : request.url === '/orders'
          ? ([204, undefined] as const)
          : ([200, { of: 1 }] as const);
    response.writeHead(status, { 'content-type': 'application/json' }).end(answer && JSON.stringify(answer));
  });
});
const root = mkdtempSync(path.join(tmpdir(), 'tool-linked-'));
beforeAll(async () => {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => {
  seen.length = 0;
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => {
    server.close(resolve);
  });
  rmSync(root, { recursive: true, force: true });
});

const model = (...endpoints: readonly Endpoint[]): Model => ({
  ...emptyModel('garden', new Date(0)),
  environments: [{ name: 'local', baseUrl: url }],
  endpoints: [plants, ...endpoints],
});
const call = async (of: Endpoint): Promise<readonly { readonly line: string; readonly body: unknown }[]> => {
  const made = model(of);
  await simulateProject(
    { ...ALL, endpoints: [`${of.method} ${of.path}`], allowWrites: true },
    { root, model: made, toolVersion: 'test', processEnvironment: {} },
  );
  return seen;
};
const scaffold = (of: Endpoint) => scaffoldWorkflow(model(of), of, { sample: () => 'x', now: () => new Date(0) }).workflow.steps;

describe('a simulated call', () => {
  test('fills the elements of a list, and leaves their other members', async () => {
    const [first, second] = await call(orders);
    expect(first!.line).toBe('POST /plants');
    expect(second).toEqual({
      line: 'POST /orders',
      body: { lines: [{ plantId: 4711, count: expect.any(Number) }] },
    });
  });

  test('links all of a list, leaves out what would refer to nothing, and ends nothing before it starts', async () => {
    const date = { type: 'string', format: 'date-time' };
    const fields = {
      plant_ids: { type: 'array', required: true, minItems: 2, items: { type: 'number' } },
      moodId: { type: 'string', format: 'uuid' },
      owner_id: { type: 'number', required: true },
      start_date: date,
      end_date: date,
      minHeight: { type: 'integer' },
      maxHeight: { type: 'integer' },
    };
    for (const route of ['/beds', '/rows', '/pots', '/tubs']) {
      seen.length = 0;
      await call(
        endpoint('POST', route, {
          requestBody: { contentType: 'application/json', fields },
          responses: { 200: {} },
          consumes: fromPlants('body:plant_ids.0'),
        }),
      );
      const body = seen.at(-1)!.body as { readonly start_date: string; readonly end_date: string; readonly minHeight: number };
      expect(body).toMatchObject({ plant_ids: [4711, 4711], owner_id: expect.any(Number) });
      expect(body).not.toHaveProperty('moodId');
      expect(body.start_date <= body.end_date).toBe(true);
      expect(body.minHeight).toBeLessThanOrEqual((body as unknown as { readonly maxHeight: number }).maxHeight);
    }
  });

  test('sends a list where the body is one', async () => {
    seen.length = 0;
    expect((await call(listed))[1]!.body).toEqual([{ plantId: 4711, count: expect.any(Number) }]);
    const breaks = negativeCases(listed).map(({ name, break: broken }): [string, unknown] => {
      const parts = { path: {}, query: {}, headers: {}, credential: null, cookies: undefined, body: [{ plantId: 1, count: 2 }] };
      return [name, broken(parts).body];
    });
    expect(breaks).toContainEqual(['body is no list', 'not-a-list']);
    expect(breaks).toContainEqual(['body.0.count is missing', [{ plantId: 1 }]]);
    expect(breaks).toContainEqual(['body.0.count is no number', [{ plantId: 1, count: 'not-a-number' }]]);
  });

  test('makes nothing for a filter that nobody demands, and does for one that is demanded', async () => {
    expect((await call(optional)).map(({ line }) => line)).toEqual(['GET /waterings']);
    seen.length = 0;
    expect((await call(demanded)).map(({ line }) => line)).toEqual(['POST /plants', 'GET /waterings?plantId=4711']);
  });
});

describe('a scaffolded workflow', () => {
  test('fills the element of a list', () => {
    const steps = scaffold(orders);
    expect(steps.map(({ method, path: route }) => `${method} ${route}`)).toEqual(['POST /plants', 'POST /orders']);
    expect(steps[1]!.body).toEqual({ lines: [expect.objectContaining({ plantId: '{{workflow:plantId}}' })] });
  });

  test('sends a list where the body is one', () => {
    expect(scaffold(listed)[1]!.body).toEqual([expect.objectContaining({ plantId: '{{workflow:plantId}}' })]);
  });

  test('has no step for a filter that nobody demands', () => {
    expect(scaffold(optional).map(({ path: route }) => route)).toEqual(['/waterings']);
    expect(scaffold(demanded).map(({ path: route }) => route)).toEqual(['/plants', '/waterings']);
  });
});

test.each<[unknown, string, unknown]>([
  [{ lines: [{ a: 1 }] }, 'lines.0.b', { lines: [{ a: 1, b: 9 }] }],
  [{ lines: [] }, 'lines.0', { lines: [9] }],
  [{}, 'lines.0.b', { lines: [{ b: 9 }] }],
  [undefined, '0', [9]],
  [{ a: { 0: 1 } }, 'a.0', { a: { 0: 9 } }],
])('%j with 9 at %s', (target, at, result) => {
  expect(withValueAt(target, at, 9)).toEqual(result);
});
