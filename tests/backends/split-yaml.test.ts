import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { fromFiles, isSealed, seal, toFiles } from '../../backends/split-yaml/index.js';
import { resourceOf } from '../../backends/split-yaml/resource-of.js';
import { formatModel, normaliseModel, orderModel } from '../../runtime/store/index.js';
import { validate, type Endpoint, type Model } from '../../schemas/index.js';
import { model as anyModel } from '../support/model-arbitraries.js';

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
const bytesOf = (files: ReadonlyMap<string, string>): string => {
  const read = fromFiles(files);
  expect(read.problems).toEqual([]);
  return formatModel(normaliseModel(read.value) as Model);
};

describe('round trip', () => {
  test('any model comes back byte for byte', () => {
    fc.assert(
      fc.property(anyModel, (any) => {
        expect(validate('model', any).ok).toBe(true);
        const files = toFiles(orderModel(any));
        expect(bytesOf(files)).toBe(formatModel(any));
      }),
      { numRuns: 100 },
    );
  });

  test('and what came back gives the same files', () => {
    fc.assert(
      fc.property(anyModel, (any) => {
        const files = toFiles(orderModel(any));
        const back = JSON.parse(bytesOf(files)) as Model;
        expect([...toFiles(back)]).toEqual([...files]);
      }),
      { numRuns: 25 },
    );
  });

  test('line ends that version control changed do not matter', () => {
    const one = model([endpoint('GET', '/users', { description: 'two\nlines', source: { file: 'a.ts', line: 3 } })]);
    const windows = new Map(
      [...seal(toFiles(one), (text) => String(text.length))].map(([name, text]) => [name, text.replaceAll('\n', '\r\n')]),
    );
    expect(bytesOf(windows)).toBe(formatModel(one));
    expect(isSealed(windows, (text) => String(text.length))).toBe(true);
  });
});

describe('files', () => {
  test('one for each resource, none for everything under a prefix', () => {
    const paths = [
      '/api/v1/users',
      '/api/v1/users/:id',
      '/api/v1/users/:id/posts',
      '/api/v1/orders',
      '/api/v1/orders/search',
      '/api/health',
      '/',
      '/:tenant/users',
      '/backend/stock/:id',
      '/backend/stock',
      '/backend/bins',
      '/backend/bins/:id',
    ];
    const of = resourceOf(paths);
    expect(Object.fromEntries(paths.map((path) => [path, of(path)]))).toEqual({
      '/api/v1/users': 'v1-users',
      '/api/v1/users/:id': 'v1-users',
      '/api/v1/users/:id/posts': 'v1-users',
      '/api/v1/orders': 'v1-orders',
      '/api/v1/orders/search': 'v1-orders',
      '/api/health': 'health',
      '/': 'root',
      '/:tenant/users': 'users',
      '/backend/stock/:id': 'backend-stock',
      '/backend/stock': 'backend-stock',
      '/backend/bins': 'backend-bins',
      '/backend/bins/:id': 'backend-bins',
    });
  });

  test('names are safe on every file system', () => {
    for (const path of ['/aux', '/..', '/a:b', '/Users', '/%2e%2e', `/${'x'.repeat(300)}`, '/雪'])
      expect(resourceOf([path])(path)).toMatch(/^(?!aux$)[a-z0-9_-]{1,80}$/);
  });

  test('a moved application-wide middleware is one changed line, not one for each endpoint', () => {
    const at = (line: number): Model =>
      model(
        ['/users', '/orders', '/bins'].map((path) =>
          endpoint('GET', path, { middleware: [{ name: 'helmet', type: 'helmet', source: { file: 'src/app.ts', line } }] }),
        ),
      );
    const [before, after] = [toFiles(at(10)), toFiles(at(11))];
    expect([...before].filter(([name, text]) => after.get(name) !== text).map(([name]) => name)).toEqual(['api.yaml']);
  });

  test('an endpoint is commented with its place', () => {
    expect(toFiles(model([endpoint('GET', '/users', { source: { file: 'src/users.ts', line: 7 } })])).get('paths/users.yaml')).toBe(
      '/users:\n  # src/users.ts:7\n  GET:\n    source: { file: src/users.ts, line: 7 }\n',
    );
  });
});

describe('reading', () => {
  test('says where a value is', () => {
    const files = toFiles(
      model([endpoint('GET', '/users', { name: 'List', parameters: [{ name: 'page', in: 'query', type: 'number' }] })], {
        securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
      }),
    );
    const { locate } = fromFiles(files);
    expect(locate('/endpoints/0/path')).toEqual({ file: 'paths/users.yaml', line: 1, column: 1 });
    expect(locate('/endpoints/0/method')).toEqual({ file: 'paths/users.yaml', line: 2, column: 3 });
    expect(locate('/endpoints/0/parameters/0/in')).toEqual({ file: 'paths/users.yaml', line: 6, column: 13 });
    expect(locate('/endpoints/0/parameters/0/nothing')).toEqual({ file: 'paths/users.yaml', line: 5, column: 9 });
    expect(locate('/securitySchemes/token/scheme')).toEqual({ file: 'security/token.yaml', line: 3, column: 11 });
    expect(locate('/project/name').file).toBe('api.yaml');
  });

  test.each([
    ['paths/users.yaml', '/users:\n  GET: ]\n', 'paths/users.yaml:2'],
    ['paths/users.yaml', '- a\n', 'paths/users.yaml:1'],
    ['paths/users.yaml', '/users: 7\n', 'paths/users.yaml:1'],
    ['paths/users.yaml', '/users:\n  GET:\n    middleware:\n      - nobody\n', 'paths/users.yaml:4'],
    ['paths/users.yaml', '/users:\n  GET:\n    path: /other\n', 'paths/users.yaml:2'],
    ['security/twice.yaml', 'token:\n  type: http\n', 'security/twice.yaml:1'],
    ['api.yaml', 'version: "0.3"\nendpoints: []\n', 'api.yaml:1'],
  ])('%s with %j is a problem at %s', (name, text, place) => {
    const files = new Map([...toFiles(model([], { securitySchemes: { token: { type: 'http' } } })), [name, text]]);
    expect(fromFiles(files).problems.map(({ file, line }) => `${file}:${line}`)).toContain(place);
  });

  test('of what stands in a file that cannot be read nothing is said elsewhere', () => {
    const files = new Map([
      ...toFiles(model([endpoint('GET', '/users', { middleware: [{ name: 'porter', type: 'auth' }] })])),
      ['api.yaml', 'version: "0.3"\nproject: [\n'],
    ]);
    expect(files.get('paths/users.yaml')).toContain('- porter');
    expect(new Set(fromFiles(files).problems.map(({ file }) => file))).toEqual(new Set(['api.yaml']));
  });

  test('an edit of any file breaks the seal', () => {
    const hash = (text: string): string => String([...text].reduce((sum, character) => (sum * 31 + character.codePointAt(0)!) % 1e9, 7));
    const files = seal(toFiles(model([endpoint('GET', '/users')])), hash);
    expect(isSealed(files, hash)).toBe(true);
    for (const [name, text] of files) expect(isSealed(new Map([...files, [name, `${text}# by hand\n`]]), hash)).toBe(false);
    expect(isSealed(new Map([...files, ['paths/more.yaml', '']]), hash)).toBe(false);
  });
});
