import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { scanProject, type ScanResult } from '../../compiler/scan.js';

/** A framework of three lines, its adapter as a third party would ship it, and an Express server beside it. */
const project = (files: Readonly<Record<string, string>>): string => {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'third-party-'));
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(root, name);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, text);
  }
  return root;
};

const adapterSource = (apiVersion: number, body: string): string => `
const app = {
  name: 'gull',
  methods: { on: (call, emit) => { ${body} return call.receiver; } },
};
export default {
  id: 'gull', title: 'Gull', apiVersion: ${apiVersion}, packages: ['gull'], bugs: 'https://example.org/gull/issues',
  modules: { gull: (realm) => realm.fn('gull', (call, emit) => call.host(app, { router: emit.router({ framework: 'gull', syntax: 'path-to-regexp@8', application: true }) })) },
};`;

const working = `
  const [method, where, handler] = call.args;
  emit.route(call.data(call.receiver, app).router, { method: call.text(method).toUpperCase(), path: emit.path(where, 'path-to-regexp@8'), chain: [], handler: emit.handler(handler) });`;

const files = (adapter: string): Record<string, string> => ({
  'package.json': '{ "name": "shore", "main": "shore.js", "dependencies": { "gull": "1", "express": "^5.0.0" } }',
  'shore.js': `const gull = require('gull'); const express = require('express');
const colony = gull(); colony.on('get', '/eggs/:nest', () => {});
const plain = express(); plain.get('/still-here', (request, response) => response.end()); plain.listen(0);`,
  'node_modules/tool-adapter-gull/package.json': '{ "name": "tool-adapter-gull", "type": "module", "main": "index.js" }',
  'node_modules/tool-adapter-gull/index.js': adapter,
});

const roots: string[] = [];
const scan = async (adapter: string, adapters: readonly string[]): Promise<ScanResult> => {
  const root = project(files(adapter));
  roots.push(root);
  return scanProject({ root, config: { adapters } });
};
const keys = (result: ScanResult): readonly (string | undefined)[] => result.endpointSet.endpoints.map((endpoint) => endpoint.key);
afterAll(() => {
  for (const root of roots) fs.rmSync(root, { recursive: true, force: true });
});

describe('an adapter of a third party', () => {
  let result: ScanResult;
  beforeAll(async () => {
    result = await scan(adapterSource(1, working), ['tool-adapter-gull']);
  });

  test('finds its routes beside those of the first-party adapters', () => {
    expect(keys(result)).toEqual(['GET /eggs/:nest', 'GET /still-here']);
  });

  test('is listed with its evidence', () => {
    expect(result.adapters.find((adapter) => adapter.id === 'gull')).toMatchObject({ title: 'Gull', detected: true, endpoints: 1 });
  });

  test('of another contract version is skipped and said', async () => {
    const skipped = await scan(adapterSource(2, working), ['tool-adapter-gull']);
    expect(keys(skipped)).toEqual(['GET /still-here']);
    expect(skipped.diagnostics.filter((diagnostic) => diagnostic.code === 'project/adapter-version')).toMatchObject([
      { severity: 'error', loss: 'partial' },
    ]);
  });

  test('that is not installed is said', async () => {
    const skipped = await scan(adapterSource(1, working), ['tool-adapter-of-nobody']);
    expect(skipped.diagnostics.filter((diagnostic) => diagnostic.code === 'project/adapter-not-loaded')).toHaveLength(1);
    expect(keys(skipped)).toEqual(['GET /still-here']);
  });

  test('that crashes is named, and spares the others', async () => {
    const crashed = await scan(adapterSource(1, `throw new TypeError('the gull flew away');`), ['tool-adapter-gull']);
    const [diagnostic, ...more] = crashed.diagnostics.filter(({ code }) => code === 'project/adapter-crash');
    expect(more).toEqual([]);
    expect(diagnostic!.message).toContain('Gull crashed on this call (TypeError: the gull flew away)');
    expect(diagnostic!.place).toMatchObject({ file: 'shore.js', line: 2 });
    expect(keys(crashed)).toEqual(['GET /still-here']);
  });
});
