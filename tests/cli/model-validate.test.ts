import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, jest, test } from '@jest/globals';
import fc from 'fast-check';
import { toGithub, toSarif, validateModel, type PlacedFinding } from '../../runtime/review/index.js';
import { formatModel } from '../../runtime/store/index.js';
import type { Endpoint, Model } from '../../schemas/index.js';
import { filesBelow } from '../golden/project.js';
import { model as anyModel } from '../support/model-arbitraries.js';
import { document, projectIn, repository, scratchFolder, tool } from '../support/tool-process.js';

jest.setTimeout(180_000);

const endpoint = (method: string, path: string, more: Partial<Endpoint> = {}): Endpoint => ({
  id: `${method} ${path}`,
  method,
  path,
  middleware: [],
  ...more,
});
const model = (endpoints: readonly Endpoint[], more: Partial<Model> = {}): Model => ({
  version: '0.3',
  generatedAt: '2026-01-01T00:00:00.000Z',
  project: { name: 'kiosk', language: 'typescript', framework: 'express' },
  environments: [],
  securitySchemes: {},
  endpoints: [...endpoints],
  ...more,
});
const unknown = { linesOf: (): undefined => undefined };
const found = (value: Model): string[] =>
  validateModel(value, { linesOf: (file) => (file === 'src/app.ts' ? 20 : null) }).map(
    ({ severity, code, pointer }) => `${severity} ${code} ${pointer}`,
  );
const users = endpoint('GET', '/users');
const login = endpoint('POST', '/login', {
  responses: { 200: { schema: { 'data.token': 'string', 'data.roles': 'array', meta: 'object' } } },
  produces: [{ variable: 'token', responseField: 'data.token' }],
});
const token = (field: string, from = 'POST /login'): Partial<Model> => ({
  securitySchemes: { token: { type: 'http', scheme: 'bearer', obtainedFrom: { endpoint: from, field } } },
});

describe('a mistake and its place', () => {
  test.each<[string, Model, string[]]>([
    [
      'nothing is wrong',
      model(
        [login, endpoint('GET', '/users/:id', { parameters: [{ name: 'id', in: 'path' }], source: { file: 'src/app.ts', line: 20 } })],
        token('data.token'),
      ),
      [],
    ],
    ['a route twice', model([users, users]), ['error duplicate-route /endpoints/1/path']],
    ['an id twice', model([users, endpoint('POST', '/users', { id: 'GET /users' })]), ['error duplicate-id /endpoints/1/id']],
    [
      'two for the same requests',
      model([
        endpoint('GET', '/a/:x', { parameters: [{ name: 'x', in: 'path' }] }),
        endpoint('GET', '/a/:y', { parameters: [{ name: 'y', in: 'path' }] }),
      ]),
      ['warning same-requests /endpoints/1/path'],
    ],
    [
      'an unknown shadower',
      model([endpoint('GET', '/a', { shadowedBy: 'GET /:any' })]),
      ['error unknown-shadower /endpoints/0/shadowedBy'],
    ],
    [
      'an environment twice',
      model([], {
        environments: [
          { name: 'dev', baseUrl: 'http://a' },
          { name: 'dev', baseUrl: 'http://b' },
        ],
      }),
      ['error duplicate-environment /environments/1/name'],
    ],
    [
      'a path parameter without a descriptor',
      model([endpoint('GET', '/users/:id/posts/:post', { parameters: [{ name: 'id', in: 'path' }] })]),
      ['error undescribed-path-parameter /endpoints/0/path'],
    ],
    [
      'a descriptor without a path parameter',
      model([endpoint('GET', '/users', { parameters: [{ name: 'id', in: 'path' }] })]),
      ['error unknown-path-parameter /endpoints/0/parameters/0/name'],
    ],
    [
      'a descriptor twice',
      model([
        endpoint('GET', '/users', {
          parameters: [
            { name: 'q', in: 'query' },
            { name: 'q', in: 'query' },
          ],
        }),
      ]),
      ['error duplicate-parameter /endpoints/0/parameters/1/name'],
    ],
    [
      'pages by an unknown parameter',
      model([endpoint('GET', '/users', { pagination: { type: 'page', pageParam: 'page' } })]),
      ['warning unknown-pagination-parameter /endpoints/0/pagination/pageParam'],
    ],
    [
      'an unknown scheme',
      model([endpoint('GET', '/a', { security: [{ scheme: 'nobody' }], middleware: [{ name: 'auth', type: 'auth', scheme: 'nobody' }] })]),
      ['error unknown-scheme /endpoints/0/security/0/scheme', 'error unknown-scheme /endpoints/0/middleware/0/scheme'],
    ],
    [
      'a scheme that says too little',
      model([], { securitySchemes: { 'a/b': { type: 'apiKey', in: 'header' } } }),
      ['warning incomplete-scheme /securitySchemes/a~1b'],
    ],
    [
      'a credential from nowhere',
      model([login], token('data.token', 'POST /signin')),
      ['error unknown-producer /securitySchemes/token/obtainedFrom/endpoint'],
    ],
    [
      'a credential that no answer has',
      model([login], token('data.jwt')),
      ['error unknown-response-field /securitySchemes/token/obtainedFrom/field'],
    ],
    [
      'an element of a list, and a part of an object',
      model([
        {
          ...login,
          produces: [
            { variable: 'a', responseField: 'data.roles.0' },
            { variable: 'b', responseField: 'meta.page' },
            { variable: 'c', responseField: 'data' },
          ],
        },
      ]),
      [],
    ],
    [
      'a value from nowhere',
      model([endpoint('GET', '/me', { consumes: [{ variable: 'token', usedAs: 'header:Authorization', producedBy: 'POST /signin' }] })]),
      ['error unknown-producer /endpoints/0/consumes/0/producedBy'],
    ],
    [
      'a value that its producer does not list',
      model([
        login,
        endpoint('GET', '/me', { consumes: [{ variable: 'jwt', usedAs: 'header:Authorization', producedBy: 'POST /login' }] }),
      ]),
      ['warning unknown-variable /endpoints/1/consumes/0/variable'],
    ],
    [
      'a value used nowhere',
      model([login, endpoint('GET', '/me', { consumes: [{ variable: 'token', usedAs: 'Authorization', producedBy: 'POST /login' }] })]),
      ['error unknown-use /endpoints/1/consumes/0/usedAs'],
    ],
    [
      'a product that no answer has',
      model([{ ...login, produces: [{ variable: 'id', responseField: 'data.id' }] }]),
      ['warning unknown-response-field /endpoints/0/produces/0/responseField'],
    ],
    [
      'lengths that exclude each other',
      model([endpoint('POST', '/a', { requestBody: { fields: { 'a/b': { minLength: 9, maxLength: 3 } } } })]),
      ['error impossible-bounds /endpoints/0/requestBody/fields/a~1b/minLength'],
    ],
    [
      'bounds that exclude each other, deep inside',
      model([endpoint('POST', '/a', { requestBody: { fields: { list: { items: { properties: { x: { enum: [] } } } } } } })]),
      ['error impossible-bounds /endpoints/0/requestBody/fields/list/items/properties/x/enum'],
    ],
    [
      'a default out of bounds',
      model([endpoint('GET', '/a', { parameters: [{ name: 'limit', in: 'query', max: 10, default: 50 }] })]),
      ['error impossible-bounds /endpoints/0/parameters/0/default'],
    ],
    [
      'no regular expression',
      model([endpoint('GET', '/a', { parameters: [{ name: 'q', in: 'query', pattern: '[' }] })]),
      ['error impossible-bounds /endpoints/0/parameters/0/pattern'],
    ],
    [
      'a rate limit of nothing',
      model([endpoint('GET', '/a', { rateLimit: { max: 0 } })]),
      ['warning impossible-bounds /endpoints/0/rateLimit/max'],
    ],
    [
      'a file that is not there',
      model([endpoint('GET', '/a', { source: { file: 'src/gone.ts', line: 1 } })]),
      ['error dangling-file /endpoints/0/source/file'],
    ],
    [
      'a line behind the end',
      model([endpoint('GET', '/a', { middleware: [{ name: 'x', type: 'other', source: { file: 'src/app.ts', line: 21 } }] })]),
      ['error dangling-line /endpoints/0/middleware/0/source/line'],
    ],
    ['where a stale endpoint was', model([endpoint('GET', '/a', { stale: true, source: { file: 'src/gone.ts', line: 1 } })]), []],
  ])('%s', (_, value, expected) => {
    expect(found(value)).toEqual(expected);
  });

  test('every finding says what to do', () => {
    fc.assert(
      fc.property(anyModel, (any) => {
        for (const { help, message, pointer } of validateModel(any, { linesOf: () => null })) {
          expect(help).toMatch(/\S.*[.?)]$/s);
          expect(message).toMatch(/\.$/);
          expect(pointer).toMatch(/^\//);
        }
      }),
      { numRuns: 60 },
    );
  });

  test('what a scan gives has no errors', () => {
    const goldens = filesBelow(`${repository}/tests/golden/scan`).filter((file) => file.endsWith('/model.json'));
    expect(goldens.length).toBeGreaterThan(20);
    const wrong = goldens.flatMap((file) =>
      validateModel(JSON.parse(readFileSync(`${repository}/tests/golden/scan/${file}`, 'utf8')) as Model, unknown)
        .filter(({ severity }) => severity === 'error')
        .map(({ message }) => `${file}: ${message}`),
    );
    expect(wrong).toEqual([]);
  });
});

describe('formats', () => {
  const finding: PlacedFinding = {
    code: 'schema',
    severity: 'error',
    file: '.tool/paths/a b,c.yaml',
    line: 3,
    column: 7,
    message: 'first\n::error::second 100%',
    help: 'Do: this.',
  };

  test('a message is never a command of its own', () => {
    expect(toGithub([finding], 'apps/api/')).toBe(
      '::error file=apps/api/.tool/paths/a b%2Cc.yaml,line=3,col=7,title=schema::first%0A::error::second 100%25 Do: this.',
    );
  });

  test('SARIF has a rule for each code, and URIs', () => {
    expect(toSarif([finding, { ...finding, severity: 'warning' }], '1.2.3', 'apps/api/')).toMatchObject({
      version: '2.1.0',
      runs: [
        {
          tool: { driver: { name: 'tool', version: '1.2.3', rules: [{ id: 'schema' }] } },
          results: [
            {
              ruleId: 'schema',
              ruleIndex: 0,
              level: 'error',
              locations: [
                {
                  physicalLocation: {
                    artifactLocation: { uri: 'apps/api/.tool/paths/a%20b%2Cc.yaml' },
                    region: { startLine: 3, startColumn: 7 },
                  },
                },
              ],
            },
            { level: 'warning' },
          ],
        },
      ],
    });
  });
});

describe('tool model validate', () => {
  const scratch = scratchFolder('validate');
  afterAll(() => rmSync(scratch, { recursive: true, force: true }));
  const project = (value: Model | string, files: Readonly<Record<string, string>> = {}): string =>
    projectIn(scratch, { '.tool/model.json': typeof value === 'string' ? value : formatModel(value), ...files });
  const write = (folder: string, file: string, text: string): void => {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  };
  const findings = async (folder: string): Promise<string[]> =>
    document(await tool(folder, ['model', 'validate', '--json']), 'model-validate').findings.map(
      ({ file, line, column, code }: PlacedFinding) => `${file}:${line}:${column} ${code}`,
    );

  test('nothing wrong: exit 0', async () => {
    expect(await tool(project(model([users])), ['model', 'validate'])).toMatchObject({ code: 0, stdout: '1 file: nothing is wrong.\n' });
  });

  test('places are lines and columns of the file as it is', async () => {
    const folder = project(
      '{\n  "version": "0.3", "generatedAt": "2026-01-01T00:00:00.000Z", "project": {"name": "a", "language": "", "framework": ""},\n  "endpoints": [\n    {"id": "1", "method": "GET", "path": "/a/:b"},\n    {"id": "2", "method": "GET", "path": "/x", "security": [{"scheme": "t"}]}\n  ]\n}\n',
    );
    expect(await findings(folder)).toEqual(['.tool/model.json:4:42 undescribed-path-parameter', '.tool/model.json:5:72 unknown-scheme']);
    const run = await tool(folder, ['model', 'validate']);
    expect(run.code).toBe(1);
    expect(run.stdout).toContain('.tool/model.json:5:72  error unknown-scheme');
    expect(run.stdout).toContain('help: Define it in "securitySchemes".');
  });

  test.each([
    ['{"version": "0.3",\n  "endpoints": [}', ['.tool/model.json:2:17 syntax']],
    [
      '{\n  "version": "0.2",\n  "generatedAt": "2026-01-01T00:00:00.000Z", "project": {"name": "a", "language": "", "framework": ""}, "endpoints": []\n}',
      ['.tool/model.json:2:14 schema'],
    ],
    [
      '{"version": "0.3", "generatedAt": "2026-01-01T00:00:00.000Z", "project": {"name": "a", "language": "", "framework": ""},\n"endpoints": [], "endpoints": []}',
      ['.tool/model.json:2:18 duplicate-key'],
    ],
  ])('a damaged file is a finding, not a failure: %j', async (text, expected) => {
    expect(await findings(project(text))).toEqual(expected);
  });

  test('the split YAML files are checked as well, with their own lines, and compared', async () => {
    const folder = project(model([endpoint('GET', '/users/:id', { parameters: [{ name: 'id', in: 'path' }] })]));
    await tool(folder, ['model', 'export', '--yaml']);
    expect(await findings(folder)).toEqual([]);
    const file = '.tool/paths/users.yaml';
    write(folder, file, readFileSync(join(folder, file), 'utf8').replace('name: id', 'name: uid'));
    expect(await findings(folder)).toEqual([
      `${file}:1:1 undescribed-path-parameter`,
      `${file}:4:15 unknown-path-parameter`,
      '.tool/api.yaml:1:1 yaml-disagrees',
    ]);
    write(folder, file, '/users:\n  GET: [\n');
    expect((await findings(folder)).some((one) => one.startsWith(`${file}:`) && one.endsWith(' syntax'))).toBe(true);
    // What the reader says after it lost its place is a number, not a list.
    write(folder, file, '/users:\n  GET:\n    name id\n    source: {file: a\n    path: [\n    b: ]\n');
    const broken = await tool(folder, ['model', 'validate']);
    expect(broken.stdout.split('\n').filter((line) => line.startsWith(`${file}:`))).toHaveLength(1);
    expect(broken.stdout).toMatch(/it is not valid YAML: .* \(\d+ more may follow from it\)/);
  });

  test('workflows: unknown endpoints, templates that nothing resolves, captures that no answer has', async () => {
    const folder = project(model([login]), {
      '.tool/workflows/buy.json': JSON.stringify(
        {
          name: 'buy',
          steps: [
            { name: 'login', method: 'POST', path: '/login', capture: { 'workflow:token': 'data.jwt' } },
            { name: 'buy', method: 'POST', path: '/nowhere', inject: { 'header:Authorization': 'Bearer {{workflow:never}}' } },
          ],
        },
        null,
        2,
      ),
      '.tool/workflows/damaged.json': '{\n  "name": 1,\n  "steps": []\n}\n',
    });
    const run = await tool(folder, ['model', 'validate', '--json']);
    expect(run.code).toBe(1);
    const all = document(run, 'model-validate').findings as PlacedFinding[];
    const of = (text: string): PlacedFinding | undefined => all.find(({ message }) => message.includes(text));
    expect(of('/nowhere')).toMatchObject({ file: '.tool/workflows/buy.json', line: expect.any(Number) });
    expect(of('never')).toMatchObject({ severity: 'error', line: 12 });
    expect(of('data.jwt')).toMatchObject({ file: '.tool/workflows/buy.json' });
    expect(all.find(({ file }) => file.endsWith('damaged.json'))).toMatchObject({ code: 'workflow-file', line: 2, column: 11 });
  });

  test('formats for services know files by the root of the repository; --strict fails for warnings', async () => {
    const top = projectIn(scratch, {
      '.git/HEAD': 'ref: refs/heads/main\n',
      'apps/api/.tool/model.json': formatModel(model([endpoint('GET', '/a', { rateLimit: { max: 0 } })])),
    });
    const folder = join(top, 'apps/api');
    const github = await tool(folder, ['model', 'validate', '--format', 'github']);
    expect(github).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^::warning file=apps\/api\/\.tool\/model\.json,line=\d+,col=\d+,title=impossible-bounds::/),
    });
    expect(JSON.parse((await tool(folder, ['model', 'validate', '--format', 'sarif'])).stdout)).toMatchObject({
      runs: [{ results: [{ ruleId: 'impossible-bounds' }] }],
    });
    expect((await tool(folder, ['model', 'validate', '--strict'])).code).toBe(1);
  });

  test('errors of the arguments', async () => {
    expect(await tool(project(model([])), ['model', 'validate', '--format', 'xml'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('It is one of text, sarif, github.'),
    });
    expect(await tool(projectIn(scratch, {}), ['model', 'validate'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('There is no model'),
    });
  });
});
