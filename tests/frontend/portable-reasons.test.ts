import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { scanProject } from '../../compiler/scan.js';

const folder = mkdtempSync(path.join(tmpdir(), 'portable-'));
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

test.each([
  ['in the project', "path.join(__dirname, 'plugins/none.js')"],
  ['beside the project', "path.join(__dirname, '../others/none.js')"],
])('what a scan says of a module %s names no folder of this machine', async (_where, where) => {
  const root = path.join(folder, 'harbour');
  mkdirSync(root, { recursive: true });
  writeFileSync(path.join(root, 'package.json'), '{ "name": "harbour", "main": "harbour.js", "dependencies": { "express": "^5.1.0" } }');
  writeFileSync(
    path.join(root, 'harbour.js'),
    `const path = require('path');\nconst harbour = require('express')();\nconst { prefix } = require(${where});\nharbour.get('/' + prefix, (req, res) => res.end());\nharbour.listen(1);\n`,
  );
  const { endpointSet, diagnostics } = await scanProject({ root });
  const said = JSON.stringify({ diagnostics, unresolved: endpointSet.unresolved });
  expect(said).toContain('none.js');
  expect(said).not.toContain(folder);
});
