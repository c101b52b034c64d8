import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { scanProject } from '../../compiler/scan.js';

/** Code that would take exponential time or space if it were simply run: the scan ends, and the route beside it is found. */
const programs: Readonly<Record<string, string>> = {
  'a text that doubles sixty times': `let text = '/x'; for (let round = 0; round < 60; round++) text = text + text; app.get(text, handler);`,
  'a tree of 2^40 lists': `const deep = (level) => level === 0 ? [] : [deep(level - 1), deep(level - 1)]; app.use(deep(40));`,
  'a handler that may read 2^60 members of a body': `${Array.from({ length: 60 }, (_, level) => `const at${level} = (tree) => tree.left ? at${level + 1}(tree.left) : at${level + 1}(tree.right);`).join(' ')}
const at60 = (leaf) => leaf; app.post('/deep', (request, response) => response.json(at0(request.body)));`,
  'a regular expression that backtracks without end': `if (/(a+)+$/.test('a'.repeat(1900) + 'b')) app.get('/never', handler);`,
};
const roots: string[] = [];
afterAll(() => {
  for (const root of roots) fs.rmSync(root, { recursive: true, force: true });
});

test.each(Object.keys(programs))(
  '%s does not stop the scan',
  async (name) => {
    const root = fs.mkdtempSync(path.join(os.tmpdir(), 'hostile-'));
    roots.push(root);
    fs.writeFileSync(path.join(root, 'package.json'), '{ "name": "hostile", "main": "index.js", "dependencies": { "express": "^5.0.0" } }');
    fs.writeFileSync(
      path.join(root, 'index.js'),
      `const express = require('express'); const app = express(); const handler = (request, response) => response.end();
app.get('/fine', handler); ${programs[name]} app.listen(0);`,
    );
    const { endpointSet, diagnostics } = await scanProject({ root });
    expect(endpointSet.endpoints.map((endpoint) => endpoint.key)).toContain('GET /fine');
    expect(diagnostics.filter((diagnostic) => diagnostic.code === 'evaluator/crash')).toEqual([]);
  },
  60_000,
);

test.each([
  [
    'of a text deeper than the stack',
    `const log = (line) => { console.log(${Array.from({ length: 20_000 }, () => '"-"').join(' + ')} + line); };`,
  ],
  [
    'through thousands of functions',
    `${Array.from({ length: 8_000 }, (_, at) => `const log${at} = (line) => { log${at + 1}(line); };`).join('\n')} const log8000 = (line) => { console.log(line); }; const log = log0;`,
  ],
])('a log %s costs no answer', async (_, program) => {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'hostile-'));
  roots.push(root);
  fs.writeFileSync(path.join(root, 'package.json'), '{ "name": "hostile", "main": "index.js", "dependencies": { "express": "^5.0.0" } }');
  fs.writeFileSync(
    path.join(root, 'index.js'),
    `const app = require('express')(); ${program}
app.post('/logs', (request, response) => { log('asked'); response.status(201).json({ logged: true }); }); app.listen(0);`,
  );
  const { endpointSet } = await scanProject({ root });
  expect(endpointSet.endpoints.map(({ key, responses }) => [key, responses?.map(({ status }) => status)])).toEqual([['POST /logs', [201]]]);
});
