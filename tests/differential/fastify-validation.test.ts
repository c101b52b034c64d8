import { expect, test } from '@jest/globals';
import { createRequire } from 'node:module';
import path from 'node:path';
import { scanProject } from '../../compiler/scan.js';
import { repository } from '../golden/project.js';

interface Sluice {
  inject(request: { method: string; url: string; headers?: Record<string, string>; payload?: unknown }): Promise<{ statusCode: number }>;
  ready(): Promise<unknown>;
  close(): Promise<void>;
}

/** What is worth trying where a schema stands: values of every kind, missing ones, and several where one is meant. */
const JSON_BODIES: readonly unknown[] = [undefined, null, 5, 'x', true, [], [{}], {}, { name: {} }, { metres: 'deep' }];
const QUERIES = ['', '?side=', '?side=a', '?side=1', '?side=a&side=b', '?other=1'];
const TEXTS = ['x', '7', 'up', 'a'.repeat(300), '%20'];
const HEADERS: readonly Record<string, string>[] = [{}, { 'x-keeper': '' }, { 'x-keeper': 'ada' }, { 'x-keeper': '4' }];

const requestsOf = (method: string, at: string): readonly Parameters<Sluice['inject']>[0][] => {
  if (method === 'POST')
    return JSON_BODIES.map((body) => ({
      method: 'POST',
      url: at,
      ...(body !== undefined && { headers: { 'content-type': 'application/json' }, payload: JSON.stringify(body) }),
    }));
  if (at.includes(':')) return TEXTS.map((text) => ({ method: 'GET', url: at.replace(/:\w+/, text) }));
  return at.startsWith('/header')
    ? HEADERS.map((headers) => ({ method: 'GET', url: at, headers }))
    : QUERIES.map((query) => ({ method: 'GET', url: at + query }));
};

test('400 is stated where the real framework refuses one of many requests, and nowhere else', async () => {
  const source = path.join(repository, 'tests/golden/scan/fastify/validation/input');
  const sluice = createRequire(import.meta.url)(path.join(source, 'sluice.js')) as Sluice;
  await sluice.ready();
  const { endpointSet } = await scanProject({ root: source });
  const stated: Record<string, boolean> = {};
  const refused: Record<string, boolean> = {};
  for (const { method, path: at, responses } of endpointSet.endpoints) {
    stated[`${method} ${at}`] = (responses ?? []).some(({ status }) => status === 400);
    refused[`${method} ${at}`] = false;
    for (const request of requestsOf(method, at)) refused[`${method} ${at}`] ||= (await sluice.inject(request)).statusCode === 400;
  }
  await sluice.close();
  expect(Object.keys(stated)).toHaveLength(29);
  expect(stated).toEqual(refused);
}, 60_000);
