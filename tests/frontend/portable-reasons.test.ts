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
  ['in the project', "path.join(__dirname, 'plugins/none.js')", 'evaluator/missing-module', 'does not exist'],
  ['beside the project', "path.join(__dirname, '../others/none.js')", 'evaluator/module-outside', 'lies outside'],
  ['beside the project, which is there', "'../others/some.js'", 'evaluator/module-outside', 'lies outside'],
])('what a scan says of a module %s is so, and names no folder of this machine', async (_where, where, code, why) => {
  const root = path.join(folder, 'harbour');
  mkdirSync(root, { recursive: true });
  mkdirSync(path.join(folder, 'others'), { recursive: true });
  writeFileSync(path.join(folder, 'others/some.js'), "exports.prefix = 'boats';\n");
  writeFileSync(path.join(root, 'package.json'), '{ "name": "harbour", "main": "harbour.js", "dependencies": { "express": "^5.1.0" } }');
  writeFileSync(
    path.join(root, 'harbour.js'),
    `const path = require('path');\nconst harbour = require('express')();\nconst { prefix } = require(${where});\nharbour.get('/' + prefix, (req, res) => res.end());\nharbour.listen(1);\n`,
  );
  const { endpointSet, diagnostics } = await scanProject({ root });
  const said = JSON.stringify({ diagnostics, unresolved: endpointSet.unresolved });
  expect(said).toMatch(/others\/some|none\.js/);
  expect(diagnostics.filter((each) => /module/.test(each.code)).map((each) => each.code)).toEqual([code]);
  expect(said).toContain(why);
  expect(said).not.toContain(folder);
});
