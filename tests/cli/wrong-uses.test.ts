import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, jest, test } from '@jest/globals';
import { scratchFolder, tool, type Run } from '../support/tool-process.js';

jest.setTimeout(120_000);

const scratch = scratchFolder('wrong-uses');
afterAll(() => {
  rmSync(scratch, { recursive: true, force: true });
});

type Files = Readonly<Record<string, string>>;
let made = 0;
/** A small server with an environment, with some of its files written wrongly. */
function project(files: Files = {}): string {
  const root = join(scratch, String(made++));
  const all: Files = {
    'package.json': '{ "name": "kiosk", "main": "server.js", "dependencies": { "express": "^5.1.0" } }',
    'server.js':
      "const express = require('express');\nconst app = express();\napp.use(express.json());\napp.get('/stands/:id', (req, res) => { res.json({ id: req.params.id }); });\napp.post('/login', (req, res) => { res.json({ token: 't-' + req.body.name }); });\napp.listen(3000);\n",
    'tool.config.json': '{ "environments": [{ "name": "local", "baseUrl": "http://127.0.0.1:1" }] }',
    ...files,
  };
  for (const [file, text] of Object.entries(all)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  return root;
}
const said = ({ stdout, stderr }: Run): string => `${stdout}${stderr}`;

/** What a person does wrong, and what the answer has to name: the place, the mistake, and what to do (`help:` follows in any case). */
const SCANS: readonly (readonly [what: string, files: Files, code: number, says: readonly RegExp[]])[] = [
  [
    'a key of the configuration is misspelt',
    { 'tool.config.json': '{ "entires": ["server.js"] }' },
    2,
    [/tool\.config\.json:1:3 there is no field "entires"; did you mean "entries"\?/],
  ],
  [
    'values of the configuration have the wrong type',
    { 'tool.config.json': '{ "entries": "server.js", "environments": { "local": "http://x" } }' },
    2,
    [/1:14 entries: must be a list, but is "server\.js"/, /environments: must be a list, but is an object/],
  ],
  [
    'an address lacks its scheme',
    { 'tool.config.json': '{ "environments": [{ "name": "local", "baseUrl": "localhost:3000" }] }' },
    2,
    [/environments\[0\]\.baseUrl: must be a URL that starts with http:\/\/ or https:\/\/, but is "localhost:3000"/],
  ],
  [
    'a comma is missing in the configuration',
    { 'tool.config.json': '{ "entries": []\n "exclude": [] }' },
    2,
    [/tool\.config\.json:2:2 is not valid JSON: .* where "," or "}" must be/],
  ],
  [
    'a merge of the configuration is half done',
    { 'tool.config.json': '{\n<<<<<<< HEAD\n  "entries": []\n=======\n  "exclude": []\n>>>>>>> other\n}\n' },
    2,
    [/tool\.config\.json:2:1 is half merged: git left a conflict marker \(<<<<<<<\)/, /git checkout --ours -- tool\.config\.json/],
  ],
  [
    'an entry does not exist',
    { 'tool.config.json': '{ "entries": ["srever.js"] }' },
    2,
    [/`entries` in tool\.config\.json names "srever\.js", and there is no such file/],
  ],
  [
    'tsconfig extends a file that is not there',
    { 'tsconfig.json': '{ "extends": "./tsconfig.bsae.json" }' },
    0,
    [
      /warning project\/broken-tsconfig/,
      /tsconfig\.json cannot be read completely \(it extends \.\/tsconfig\.bsae\.json, which is not there\.\)/,
    ],
  ],
  [
    'tsconfig extends a file that a package of the repository does not have',
    {
      'package.json': '{ "name": "kiosk", "workspaces": ["packages/*"], "main": "server.js", "dependencies": { "express": "^5.1.0" } }',
      'packages/options/package.json': '{ "name": "@kiosk/options" }',
      'tsconfig.json': '{ "extends": "@kiosk/options/strict.json" }',
    },
    0,
    [/it extends @kiosk\/options\/strict\.json, which is not there/],
  ],
  [
    'no framework',
    { 'package.json': '{ "name": "x", "main": "server.js" }', 'server.js': 'console.log(1);' },
    1,
    [/No supported web framework was found/, /tool adapter list/],
  ],
  [
    'no source',
    { 'package.json': '{}', 'server.js': '', 'tool.config.json': '{ "exclude": ["*.js"] }' },
    1,
    [/no JavaScript or TypeScript source file/, /`exclude` in tool\.config\.json leaves files out/],
  ],
  [
    'a bracket is missing in a source file',
    {
      'server.js':
        "const app = require('express')();\napp.get('/ok', (req, res) => res.end());\napp.listen(1);\napp.get('/x', (req, res => {\n",
    },
    1,
    [/^Not the whole API\. 1 file with a syntax error: server\.js:5\./, /What could be parsed was evaluated/],
  ],
  [
    'a merge of a source file is half done',
    {
      'server.js':
        "const app = require('express')();\n<<<<<<< HEAD\napp.get('/a', (req, res) => res.end());\n=======\napp.get('/b', (req, res) => res.end());\n>>>>>>> other\napp.listen(1);\n",
    },
    1,
    [/^1 endpoint /m, /server\.js:2:1 {2}error evaluator\/syntax-error/, /a merge is half done, and only its first side was read/],
  ],
  [
    'a text in a source file has no end',
    {
      'server.js':
        "const app = require('express')();\napp.get('/ok', (q, s) => s.end());\napp.listen(1);\napp.get('/slow, (q, s) => s.end());\n",
    },
    1,
    [/^1 endpoint {2}GET 1$/m, /server\.js:4:\d+ {2}error evaluator\/syntax-error/],
  ],
  [
    'two servers in one folder answer the same',
    { 'second.js': "const fastify = require('fastify')();\nfastify.get('/stands/:id', async () => ({}));\nfastify.listen({ port: 1 });\n" },
    0,
    [/second\.js:2:9 {2}warning core\/endpoint-of-two-servers/, /Scan each server by itself/],
  ],
];

describe('tool scan', () => {
  test.each(SCANS)('%s', async (_what, files, code, says) => {
    const run = await tool(project(files), ['scan']);
    for (const expected of says) expect(said(run)).toMatch(expected);
    expect(said(run)).toMatch(/help: \S/);
    expect(run.code).toBe(code);
  });

  test('a merge of the model is half done: every command says so, doctor once', async () => {
    const root = project();
    await tool(root, ['scan']);
    const text = '{\n<<<<<<< HEAD\n  "version": "0.3",\n=======\n>>>>>>> other\n';
    writeFileSync(join(root, '.tool/model.json'), text);
    for (const line of [['scan'], ['inspect'], ['model', 'validate']])
      expect(said(await tool(root, line))).toMatch(
        /\.tool\/model\.json:2:1[^]*git left a conflict marker[^]*git checkout --ours -- \.tool\/model\.json/,
      );
    expect(said(await tool(root, ['doctor'])).match(/conflict marker/g)).toHaveLength(1);
  });
});

test('the address of an environment is corrected in the configuration: the model follows, and simulations go there', async () => {
  const root = project();
  await tool(root, ['scan']);
  writeFileSync(join(root, 'tool.config.json'), '{ "environments": [{ "name": "local", "baseUrl": "http://127.0.0.1:2" }] }');
  expect(said(await tool(root, ['scan']))).not.toContain('kept by hand');
  expect(said(await tool(root, ['simulate', 'endpoint', 'GET', '/stands/:id']))).toContain('Nothing listens on 127.0.0.1:2:');
});

const STEP = { name: 's', method: 'GET', path: '/stands/1' };
const WORKFLOWS: readonly (readonly [what: string, text: unknown, code: number, says: RegExp])[] = [
  ['no JSON', '{ "name": "w", steps: [] }', 1, /^error \.tool\/workflows\/w\.json:1:16 is not valid JSON: "s" where a key/m],
  ['a merge that is half done', '<<<<<<< HEAD\n{}\n=======\n>>>>>>> x\n', 1, /^error \.tool\/workflows\/w\.json:1:1 is half merged/m],
  [
    'a required field is misspelt',
    { name: 'w', steps: [{ name: 's', metod: 'GET', path: '/' }] },
    1,
    /^error \.tool\/workflows\/w\.json:1:\d+ steps\[0\]: the field "method" is missing; is it the one that is written "metod"\?/m,
  ],
  [
    'a header is injected without its kind',
    { name: 'w', steps: [{ ...STEP, inject: { Authorization: 'x' } }] },
    1,
    /steps\[0\]\.inject: "Authorization" cannot be a key here: write "header:Authorization"/,
  ],
  [
    'a field is misspelt',
    { name: 'w', steps: [{ ...STEP, expectStaus: 200 }] },
    0,
    /warning .* There is no field "expectStaus" here; it is ignored\.\n +help: Did you mean expectStatus\?/,
  ],
  [
    'a field of an expectation is misspelt',
    { name: 'w', steps: [{ ...STEP, expect: { stats: 200 } }] },
    0,
    /There is no field "stats" here; it is ignored\.\n +help: Did you mean status\?/,
  ],
  [
    'a field of a repetition is misspelt',
    { name: 'w', steps: [{ ...STEP, retry: { times: 1, delay: 5 } }] },
    0,
    /There is no field "delay" here; it is ignored\.\n +help: (?:Did you mean|The fields are) .*delayMs/,
  ],
  [
    'a field of the file is misspelt',
    { name: 'w', stepz: [], steps: [STEP] },
    0,
    /There is no field "stepz"; it is ignored\.\n +help: Did you mean steps\?/,
  ],
  ['no steps', { name: 'w', steps: [] }, 0, /warning .*: a run of it checks nothing/],
  [
    'a method that is none',
    { name: 'w', steps: [{ ...STEP, method: 'GTE' }] },
    0,
    /"GTE" is no method that HTTP servers know\.\n +help: Did you mean GET\?/,
  ],
  [
    'a path without its slash',
    { name: 'w', steps: [{ ...STEP, path: 'stands/1' }] },
    0,
    /The path "stands\/1" does not begin with a slash\.\n +help: Write "\/stands\/1"\./,
  ],
  [
    'a request in a step that runs another workflow',
    { name: 'w', steps: [{ name: 's', use: 'other', path: '/x' }] },
    0,
    /"path" is ignored/,
  ],
  [
    'a place in the memory without its scope',
    { name: 'w', steps: [{ ...STEP, capture: { id: 'id' } }] },
    1,
    /"id" is no place in the memory.*\n +help: Write it as <scope>:<key>/,
  ],
  [
    'a condition that ends too early',
    { name: 'w', steps: [{ ...STEP, if: '1 ==' }] },
    1,
    /"1 ==" ends where a value is expected\.\n +help: Write it like/,
  ],
];

test.each(WORKFLOWS)('tool workflow validate: %s', async (_what, content, code, says) => {
  const root = project({
    '.tool/workflows/w.json': typeof content === 'string' ? content : JSON.stringify(content),
    '.tool/workflows/parts/other.json': JSON.stringify({ name: 'other', steps: [STEP] }),
  });
  const run = await tool(root, ['workflow', 'validate']);
  expect(said(run)).toMatch(says);
  expect(said(run)).not.toContain(root);
  expect(said(run)).toMatch(/help: \S/);
  expect(run.code).toBe(code);
});

/** Command lines that cannot work. Each ends with 2, and says what to write. */
const LINES: readonly (readonly [line: string, says: RegExp])[] = [
  ['scna', /`tool` has no command "scna"\.\nhelp: Did you mean "scan"\?/],
  ['scan --jsno', /`tool scan` has no option "--jsno"\.\nhelp: Did you mean "--json"\?/],
  ['scan --project', /The option "--project" needs a value\./],
  ['scan --project nowhere', /The project folder .*nowhere does not exist\.\nhelp: Check the path after --project\./],
  ['scan --project server.js', /is a file; a project is a folder\./],
  ['scan here', /`tool scan` does not take the argument "here"\.\nhelp: See `tool scan --help`\./],
  [
    'scan .tool',
    /does not take the argument "\.tool"\.\nhelp: The folder of a project goes behind an option: tool scan --project \.tool\n/,
  ],
  ['model', /`tool model` needs a command: list, /],
  ['dev --port abc', /--port: "abc" is no port\.\nhelp: A port is a number from 0 to 65535/],
  ['inspect endpoint GET', /needs <path>.*\nhelp: For example: tool inspect endpoint GET \/users\/:id/],
  ['simulate endpoint GET /stand/:id', /The model has no endpoint "GET \/stand\/:id"\.\nhelp: Did you mean "GET \/stands\/:id"\?/],
  ['simulate endpoint --all --env prod', /There is no environment "prod"\.\nhelp: There are "local"\./],
  ['simulate workflow --workflow w --data nowhere.csv', /The data file nowhere\.csv does not exist\./],
  ['workflow import nowhere.yaml', /nowhere\.yaml does not exist\./],
  ['simulate GET /a', /no command "GET"\.\nhelp: Did you mean `tool simulate endpoint GET <path>`/],
  ['model diff nowhere', /"nowhere" is no file, and/],
  ['memory get token', /"token" is no place in the memory\. There is no colon.*\nhelp: Write it as <scope>:<key>/],
];

test('command lines that cannot work end with 2, and say what to write', async () => {
  const root = project({ '.tool/workflows/w.json': JSON.stringify({ name: 'w', steps: [STEP] }) });
  await tool(root, ['scan']);
  for (const [line, says] of LINES) {
    const run = await tool(root, line.split(' '));
    expect(run.stderr).toMatch(says);
    expect(run.stderr).toMatch(/^help: \S/m);
    expect({ line, code: run.code }).toEqual({ line, code: 2 });
  }
});

test('a folder of many servers names some of them', async () => {
  const folders = Array.from({ length: 30 }, (_, index) => `services/s${index + 10}`);
  const root = project({
    'package.json': JSON.stringify({ name: 'many', workspaces: ['services/*'] }),
    'server.js': '',
    'tool.config.json': '{}',
    ...Object.fromEntries(
      folders.flatMap((folder) => [
        [
          `${folder}/package.json`,
          JSON.stringify({ name: folder.slice(9), main: 's.js', scripts: { start: 'node s.js' }, dependencies: { express: '5' } }),
        ],
        [`${folder}/s.js`, "const app = require('express')(); app.get('/x', (req, res) => res.end()); app.listen(1);"],
      ]),
    ),
  });
  await tool(root, ['scan']);
  expect((await tool(root, ['agent', 'run', 'coverage'])).stderr).toMatch(
    /holds several servers, each with its own model: (?:services\/s\d\d, ){9}services\/s\d\d and 20 more\.\nhelp: Choose one: --project services\/s10/,
  );
});
