import { appendFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { changedTexts } from '../../compiler/frontend/sources/changed-texts.js';
import { ModuleResolution } from '../../compiler/frontend/resolution/module-resolution.js';
import { ProjectFiles } from '../../compiler/frontend/sources/project-files.js';
import { ReadAhead } from '../../compiler/frontend/resolution/read-ahead.js';
import { SourceGraph } from '../../compiler/frontend/resolution/source-graph.js';
import { stillHolds } from '../../compiler/frontend/sources/still-holds.js';
import { scanProject } from '../../compiler/scan.js';

/** More sources than a thread is made for. */
const PAGES = 1_100;

const FILES: Readonly<Record<string, string>> = {
  'package.json': '{ "name": "hall", "main": "server.ts", "dependencies": { "express": "^5.0.0" } }',
  'server.ts':
    "import express from 'express';\nimport { greet } from './greet.js';\nconst hall = express();\nhall.get('/', greet);\nhall.listen(1);\n",
  'greet.ts':
    "import type { Request, Response } from 'express';\nimport { words } from './words.js';\nexport const greet = (request: Request, response: Response) => { response.json({ words }); };\n",
  'words.ts':
    "/** @param {import('./greet.js').Greet} greet */\nexport const words = ['hello'];\nexport type { Later } from './later.js';\n",
  'later.ts': "import { Router, type Request } from 'express';\nexport type Later = Request;\nexport const later = Router();\n",
  'typed.ts':
    "import { Request } from 'express';\nimport * as all from 'express';\nexport const show = (request: Request, response: all.Response) => request;\n",
  'bom.js': "\uFEFFconst words = require('./words');\nconst late = () => import(`./late/here.js`);\n",
  'late/here.js': "jiti('../greet')\n",
  'huge.js': `require('./words');\n// ${'x'.repeat(1_500_001)}`,
  'empty.js': '',
};

let root: string;
beforeAll(async () => {
  root = mkdtempSync(path.join(tmpdir(), 'read-ahead-'));
  const write = (name: string, text: string): void => {
    mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    writeFileSync(path.join(root, name), text);
  };
  for (const [name, text] of Object.entries(FILES)) write(name, text);
  for (let page = 0; page < PAGES; page++)
    write(
      `pages/${page}.tsx`,
      `import { part } from './${(page * 7) % PAGES}';\nimport React from 'react';\nexport const part = ${page};\n`,
    );
  // A link to another source is that one; one to a file that nobody looks for is a source.
  symlinkSync(path.join(root, 'greet.ts'), path.join(root, 'again.ts'));
  write('node_modules/greet.ts', FILES['greet.ts']!);
  symlinkSync(path.join(root, 'node_modules/greet.ts'), path.join(root, 'linked.ts'));
  // What has just been changed may change again within the same tick of the clock: it would be believed or not, as fast as the first scan is.
  await new Promise((resolve) => setTimeout(resolve, 2_100));
});
afterAll(() => {
  rmSync(root, { recursive: true, force: true });
});

/** What the graph says of every source, and what was learned of the disk. */
function prescan(isAhead: boolean): {
  readonly imports: readonly unknown[];
  readonly reading: readonly string[];
  readonly problems: readonly unknown[];
  readonly texts: readonly unknown[];
  readonly readHere: number;
} {
  const files = new ProjectFiles(root, true);
  let readHere = 0;
  const { readText } = files;
  files.readText = (file) => {
    readHere++;
    return readText.call(files, file);
  };
  const sources = [...files.sources(() => false)];
  const frameworks = ['express', 'koa'];
  const resolution = new ModuleResolution(
    files,
    (name) => frameworks.includes(name),
    () => {
      /* no tsconfig */
    },
  );
  const ahead = new ReadAhead(files, frameworks, isAhead ? 10 : Infinity);
  const graph = new SourceGraph(
    files,
    resolution,
    (name) => frameworks.includes(name),
    () => new Set(['default', 'Router']),
    () => false,
    ahead,
  );
  ahead.begin(sources);
  const imports = sources.map((file) => [file, graph.of(file)]);
  const reading = sources.filter((file) => graph.reachesFramework(file)).map((file) => files.display(file));
  const read = readHere;
  const { texts } = files.observations();
  const inOrder = <Each extends { readonly path: string }>(list: readonly Each[]): readonly Each[] =>
    [...list].sort((a, b) => (a.path < b.path ? -1 : 1));
  return { imports, reading, problems: inOrder(files.problems), texts: inOrder(texts), readHere: read };
}

describe('sources that a thread reads', () => {
  test('say the same, and are known to have been read', () => {
    const { readHere: many, ...alone } = prescan(false);
    const { readHere: few, ...ahead } = prescan(true);
    expect(ahead).toEqual(alone);
    expect(alone.reading).toEqual(['later.ts', 'server.ts']);
    expect(alone.problems).toEqual([{ path: path.join(root, 'huge.js'), why: '1.5 MB, larger than a source file is' }]);
    expect(alone.texts.length).toBe(PAGES + Object.keys(FILES).length);
    expect(many).toBeGreaterThan(PAGES);
    // Those that name a framework, those behind links, and those that were wanted before the thread was done.
    expect(few).toBeLessThan(120);
  });

  test('are seen to change', async () => {
    const { endpointSet, observations } = await scanProject({ root, observe: true });
    expect(endpointSet.program.handlers).toMatchObject([{ name: 'greet', place: { file: 'greet.ts' } }]);
    expect(stillHolds(observations!)).toBe(true);
    appendFileSync(path.join(root, 'pages/700.tsx'), '// more\n');
    expect(stillHolds(observations!)).toBe(false);
    expect(changedTexts(observations!)).toEqual([path.join(root, 'pages/700.tsx')]);
  });
});
