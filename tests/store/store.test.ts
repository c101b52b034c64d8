import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  appendActivity,
  formatModel,
  initProject,
  locateProject,
  matchRenames,
  mergeScan,
  parseJson,
  readActivity,
  readConfig,
  readModel,
  readSharedModel,
  recordScan,
  storePaths,
  updateModel,
  withLock,
  writeAtomically,
  JsonSyntaxError,
} from '../../runtime/store/index.js';
import { validate, valueAt, type Endpoint, type Model } from '../../schemas/index.js';

const folders: string[] = [];
const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'tool-store-'));
  folders.push(folder);
  return folder;
};
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** Every call is a minute later, so that a changed time shows. */
const clock = () => {
  let minutes = 0;
  return () => new Date(Date.UTC(2026, 0, 1, 0, minutes++));
};

const endpoint = (method: string, path: string, more: Partial<Endpoint> = {}): Endpoint => ({
  id: `${method} ${path}`,
  method,
  path,
  source: { file: 'src/app.ts', line: 1 },
  middleware: [],
  ...more,
});

const model = (endpoints: Endpoint[], more: Partial<Model> = {}): Model => ({
  version: '0.3',
  generatedAt: '2026-01-01T00:00:00.000Z',
  project: { name: 'shop', language: 'typescript', framework: 'express' },
  environments: [],
  securitySchemes: {},
  endpoints,
  ...more,
});

const keyOf = ({ method, path }: Endpoint): string => `${method} ${path}`;

const errorOf = async (action: () => unknown): Promise<Error & { help?: string }> => {
  try {
    await action();
  } catch (error) {
    return error as Error;
  }
  throw new Error('nothing was thrown');
};

describe('locateProject', () => {
  test.each(['package.json', 'tool.config.json', '.tool'])('goes up to the nearest folder with %s', (mark) => {
    const root = newFolder();
    mkdirSync(join(root, 'src', 'deep'), { recursive: true });
    if (mark === '.tool') mkdirSync(join(root, mark));
    else writeFileSync(join(root, mark), '{}');
    expect(locateProject(join(root, 'src', 'deep'))).toBe(root);
  });

  test('a package inside a repository is a project of its own', () => {
    const root = newFolder();
    mkdirSync(join(root, 'apps', 'api'), { recursive: true });
    writeFileSync(join(root, 'package.json'), '{}');
    writeFileSync(join(root, 'apps', 'api', 'package.json'), '{}');
    expect(locateProject(join(root, 'apps', 'api'))).toBe(join(root, 'apps', 'api'));
  });
});

describe('initProject', () => {
  test('makes everything, valid, with the ignore rules', async () => {
    const root = newFolder();
    writeFileSync(join(root, 'package.json'), '{"name": "shop"}');
    const result = await initProject(root);
    expect(result.kept).toEqual([]);
    expect(result.created).toEqual(expect.arrayContaining(['tool.config.json', '.tool', '.tool/.gitignore', '.tool/model.json']));
    expect(readConfig(root)).toMatchObject({ name: 'shop' });
    expect(existsSync(join(root, readConfig(root)!.$schema!))).toBe(true);
    expect(readModel(root)).toMatchObject({ version: '0.3', project: { name: 'shop' }, endpoints: [] });
    const rules = readFileSync(join(root, '.tool/.gitignore'), 'utf8').split('\n');
    expect(rules).toEqual(expect.arrayContaining(['memory.json', 'changes.json', 'runs/', 'activity/', 'cache/']));
  });

  test('points editors at the installed package where it is one', async () => {
    const root = newFolder();
    mkdirSync(join(root, 'node_modules/tool/schemas'), { recursive: true });
    writeFileSync(join(root, 'node_modules/tool/schemas/config.schema.json'), '{}');
    await initProject(root);
    expect(readConfig(root)?.$schema).toBe('./node_modules/tool/schemas/config.schema.json');
  });

  test('a second time touches nothing', async () => {
    const root = newFolder();
    await initProject(root);
    const before = ['tool.config.json', '.tool/model.json', '.tool/.gitignore'].map((file) => statSync(join(root, file)).mtimeMs);
    const result = await initProject(root);
    expect(result.created).toEqual([]);
    expect(['tool.config.json', '.tool/model.json', '.tool/.gitignore'].map((file) => statSync(join(root, file)).mtimeMs)).toEqual(before);
  });

  test('keeps what is there, and adds the ignore rules that are missing', async () => {
    const root = newFolder();
    mkdirSync(join(root, '.tool'));
    writeFileSync(join(root, 'tool.config.json'), '{"port": 9000}');
    writeFileSync(join(root, '.tool/model.json'), 'damaged');
    writeFileSync(join(root, '.tool/.gitignore'), 'mine\nmemory.json');
    await initProject(root);
    expect(readFileSync(join(root, 'tool.config.json'), 'utf8')).toBe('{"port": 9000}');
    expect(readFileSync(join(root, '.tool/model.json'), 'utf8')).toBe('damaged');
    expect(readFileSync(join(root, '.tool/.gitignore'), 'utf8')).toBe('mine\nmemory.json\nchanges.json\nruns/\nactivity/\ncache/\n*.tmp\n');
  });
});

describe('readConfig', () => {
  const config = (text: string) => {
    const root = newFolder();
    writeFileSync(join(root, 'tool.config.json'), text);
    return root;
  };

  test('is null without a file', () => {
    expect(readConfig(newFolder())).toBeNull();
  });

  test('accepts a byte order mark and CRLF', () => {
    expect(readConfig(config('\ufeff{\r\n  "port": 1\r\n}\r\n'))).toEqual({ port: 1 });
  });

  test.each([
    ['{\n  "port": 8787,\n}', 'tool.config.json:3:1', 'a comma before "}"'],
    ["{\n  'port': 1 }", 'tool.config.json:2:3', 'a key in double quotes'],
    ['{\n  // port\n}', 'tool.config.json:2:3', 'a comment'],
    ['{"name": "a', 'tool.config.json:1:10', 'a string that is not closed'],
    ['{"port": 1} x', 'tool.config.json:1:13', 'after the end'],
    ['{"a" 1}', 'tool.config.json:1:6', 'after the key "a"'],
    ['{"entries": ["a" "b"]}', 'tool.config.json:1:18', '"," or "]"'],
    ['  ', 'tool.config.json is empty', ''],
  ])('%j: names the place and the mistake', async (text, place, mistake) => {
    const error = await errorOf(() => readConfig(config(text)));
    expect(error.name).toBe('UsageError');
    expect(error.message).toContain(place);
    expect(error.message).toContain(mistake);
    expect(error.help).toBeTruthy();
  });

  test('an unknown key is an error with its place and the nearest one there is', async () => {
    const error = await errorOf(() => readConfig(config('{\n  "port": 1,\n  "entires": []\n}')));
    expect(error.name).toBe('UsageError');
    expect(error.message).toContain('tool.config.json:3:3 there is no field "entires"; did you mean "entries"?');
  });

  test('all mistakes are listed, each with its place', async () => {
    const error = await errorOf(() =>
      readConfig(config('{\n  "port": "x",\n  "environments": [\n    { "name": "a", "baseUrl": "b" }\n  ]\n}')),
    );
    expect(error.message).toContain('tool.config.json:2:11 port: must be a whole number, but is "x"');
    expect(error.message).toContain('tool.config.json:4:31 environments[0].baseUrl: must be a URL');
  });

  test('a key that is there twice is an error', async () => {
    expect((await errorOf(() => readConfig(config('{"port": 1,\n"port": 2}')))).message).toContain(
      'tool.config.json:2:1 the key "port" is there twice',
    );
  });

  test('a folder of that name is an error, not an absent file', async () => {
    const root = newFolder();
    mkdirSync(join(root, 'tool.config.json'));
    expect((await errorOf(() => readConfig(root))).name).toBe('UsageError');
  });
});

describe('parseJson', () => {
  test('gives what JSON.parse gives', () => {
    fc.assert(
      fc.property(fc.json(), fc.nat(3), (text, indent) => {
        const written = JSON.stringify(JSON.parse(text), null, indent);
        expect(parseJson(written).value).toEqual(JSON.parse(written));
      }),
      { numRuns: 300 },
    );
  });

  test('rejects exactly what JSON.parse rejects', () => {
    const pieces = fc.array(
      fc.constantFrom('{', '}', '[', ']', ',', ':', '"a"', '"', '1', '-', '01', '1.', '1e3', 'true', 'nul', ' ', '\n', '\\u00', "'"),
      { maxLength: 8 },
    );
    const accepts = (parse: (text: string) => unknown, text: string): boolean => {
      try {
        parse(text);
        return true;
      } catch (error) {
        expect(error instanceof JsonSyntaxError || error instanceof SyntaxError).toBe(true);
        return false;
      }
    };
    fc.assert(
      fc.property(pieces, (parts) => {
        const text = parts.join('');
        expect(accepts(parseJson, text)).toBe(accepts((given) => JSON.parse(given) as unknown, text));
      }),
      { numRuns: 3000 },
    );
  });

  test('nesting that would end the call stack is an error with its place', () => {
    expect(parseJson('['.repeat(400) + ']'.repeat(400)).value).toEqual(JSON.parse('['.repeat(400) + ']'.repeat(400)));
    expect(() => parseJson('['.repeat(100_000))).toThrow('brackets nested more than 500 deep');
    expect(() => parseJson('{"a":'.repeat(100_000))).toThrow('brackets nested more than 500 deep');
  });

  test('a key cannot change the prototype', () => {
    const value = parseJson('{"__proto__": {"polluted": true}}').value as object;
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(Object.keys(value)).toEqual(['__proto__']);
  });
});

describe('the model file', () => {
  test('keys are in the order of the schema, endpoints by path and method, with a final newline', () => {
    const shuffled = { endpoints: [endpoint('POST', '/b'), endpoint('GET', '/b'), endpoint('GET', '/a')], version: '0.3' as const };
    const text = formatModel({
      ...shuffled,
      ...model(shuffled.endpoints),
      securitySchemes: { b: { type: 'http' }, a: { scheme: 'basic', type: 'http' } },
    });
    expect(Object.keys(JSON.parse(text) as object)).toEqual([
      'version',
      'generatedAt',
      'project',
      'environments',
      'securitySchemes',
      'endpoints',
    ]);
    expect((JSON.parse(text) as Model).endpoints.map((found) => found.id)).toEqual(['GET /a', 'GET /b', 'POST /b']);
    expect(Object.keys((JSON.parse(text) as Model).securitySchemes)).toEqual(['a', 'b']);
    expect(text.endsWith('}\n')).toBe(true);
    expect(text.split('\n')[1]).toBe('  "version": "0.3",');
  });

  test('unknown fields stay, after the known ones', () => {
    const text = formatModel({ custom: 1, ...model([{ mine: true, ...endpoint('GET', '/a') } as Endpoint]) } as Model);
    expect(Object.keys(JSON.parse(text) as object).at(-1)).toBe('custom');
    expect(text).toContain('"mine": true');
  });

  test('what is empty may be left out', () => {
    const root = newFolder();
    mkdirSync(join(root, '.tool'));
    const { environments: _, securitySchemes: __, ...rest } = model([]);
    writeFileSync(storePaths(root).model, JSON.stringify({ ...rest, endpoints: [{ id: 'a', method: 'GET', path: '/a' }] }));
    expect(readModel(root)).toMatchObject({ environments: [], securitySchemes: {}, endpoints: [{ middleware: [] }] });
  });

  test('nothing is written when nothing changed, and the time moves only with the rest', async () => {
    const root = newFolder();
    const now = clock();
    const first = await recordScan(root, model([endpoint('GET', '/a')]), now);
    const file = storePaths(root).model;
    utimesSync(file, 1_000_000, 1_000_000);
    const second = await recordScan(root, model([endpoint('GET', '/a')]), now);
    expect(second.written).toBe(false);
    expect(statSync(file).mtimeMs).toBe(1_000_000_000);
    expect(second.model.generatedAt).toBe(first.model.generatedAt);
    const third = await recordScan(root, model([endpoint('GET', '/a'), endpoint('GET', '/b')]), now);
    expect(third.written).toBe(true);
    expect(third.model.generatedAt > first.model.generatedAt).toBe(true);
  });

  test('line ends of a version control system are no change', async () => {
    const root = newFolder();
    await recordScan(root, model([endpoint('GET', '/a')]), clock());
    const file = storePaths(root).model;
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll('\n', '\r\n'));
    expect((await recordScan(root, model([endpoint('GET', '/a')]), clock())).written).toBe(false);
  });

  test('what is edited of an endpoint while its route is away stays when the route comes back', async () => {
    const root = newFolder();
    const now = clock();
    const change = (edit: (endpoint: Endpoint) => void): void => {
      const present = readModel(root)!;
      edit(present.endpoints[0]!);
      writeFileSync(storePaths(root).model, JSON.stringify(present));
    };
    await recordScan(root, model([endpoint('GET', '/a')]), now);
    change((kept) => Object.assign(kept, { summary: 'Mine' }));
    await recordScan(root, model([]), now);
    change((kept) => Object.assign(kept, { name: 'Also mine' }));
    const { model: back } = await recordScan(root, model([endpoint('GET', '/a')]), now);
    expect(back.endpoints).toEqual([endpoint('GET', '/a', { summary: 'Mine', name: 'Also mine', authored: ['/name', '/summary'] })]);
  });

  test.each([
    ['half a file', '{"version": "0.3",'],
    ['an empty file', ''],
    ['merge marks', '{\n<<<<<<< ours\n}\n'],
    ['another shape', '{"version": "0.3", "endpoints": {}}'],
    ['a list', '[]'],
  ])('%s is an error that names the file, and stays as it is', async (_, text) => {
    const root = newFolder();
    mkdirSync(join(root, '.tool'));
    writeFileSync(storePaths(root).model, text);
    for (const action of [
      () => readModel(root),
      () => recordScan(root, model([endpoint('GET', '/a')])),
      () => updateModel(root, () => model([])),
    ]) {
      const error = await errorOf(action);
      expect(error.name).toBe('UsageError');
      expect(error.message).toContain('.tool/model.json');
      expect(error.help).toContain('git checkout');
    }
    expect(readFileSync(storePaths(root).model, 'utf8')).toBe(text);
  });

  test('a model that breaks its schema is never written', async () => {
    const root = newFolder();
    await recordScan(root, model([endpoint('GET', '/a')]));
    const before = readFileSync(storePaths(root).model, 'utf8');
    await errorOf(() => updateModel(root, () => model([endpoint('get', 'a')])));
    expect(readFileSync(storePaths(root).model, 'utf8')).toBe(before);
  });
});

describe('writeAtomically', () => {
  test('leaves no temporary file, follows a symbolic link and keeps the permissions', () => {
    const root = newFolder();
    mkdirSync(join(root, 'real'));
    writeFileSync(join(root, 'real/file'), 'old');
    chmodSync(join(root, 'real/file'), 0o640);
    symlinkSync(join(root, 'real/file'), join(root, 'link'));
    writeAtomically(join(root, 'link'), 'new');
    expect(readFileSync(join(root, 'real/file'), 'utf8')).toBe('new');
    expect(statSync(join(root, 'real/file')).mode & 0o777).toBe(0o640);
    expect(readdirSync(root).sort()).toEqual(['link', 'real']);
    expect(readdirSync(join(root, 'real'))).toEqual(['file']);
  });

  test('a mode is the mode from the first byte on', () => {
    const file = join(newFolder(), 'a/b/secret');
    writeAtomically(file, 'x', { mode: 0o600 });
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test('what stands in the way is said', async () => {
    const root = newFolder();
    writeFileSync(join(root, '.tool'), 'a file');
    const error = await errorOf(() => recordScan(root, model([])));
    expect(error.name).toBe('UsageError');
    expect(error.help).toContain('in the way');
  });
});

describe('the lock', () => {
  const script = (root: string, times: number): string => `
    import { readFileSync, writeFileSync } from 'node:fs';
    import { withLock } from ${JSON.stringify(new URL('../../runtime/store/index.js', import.meta.url).href)};
    for (let i = 0; i < ${times}; i++) await withLock(${JSON.stringify(root)}, () => {
      const file = ${JSON.stringify(join(root, 'count'))};
      writeFileSync(file, String(Number(readFileSync(file, 'utf8')) + 1));
    }, { waitMs: 60000 });`;
  const run = (code: string): Promise<number | null> =>
    new Promise((resolve, reject) => {
      spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'inherit', 'inherit'] })
        .on('error', reject)
        .on('exit', resolve);
    });
  const leaveBehind = (root: string, owner: object): void => {
    mkdirSync(storePaths(root).cache, { recursive: true });
    writeFileSync(storePaths(root).lock, JSON.stringify(owner));
  };
  const deadProcess = (): number => spawnSync(process.execPath, ['-e', '']).pid;

  test('several processes, and a lock that a dead one left behind: no write is lost', async () => {
    const root = newFolder();
    writeFileSync(join(root, 'count'), '0');
    leaveBehind(root, { pid: deadProcess(), host: hostname(), token: 'left' });
    expect(await Promise.all([1, 2, 3, 4].map(() => run(script(root, 25))))).toEqual([0, 0, 0, 0]);
    expect(readFileSync(join(root, 'count'), 'utf8')).toBe('100');
    expect(readdirSync(storePaths(root).cache)).toEqual([]);
  }, 60_000);

  test('callers in one process exclude each other, too', async () => {
    const root = newFolder();
    let inside = 0;
    let most = 0;
    await Promise.all(
      Array.from({ length: 8 }, () =>
        withLock(root, async () => {
          most = Math.max(most, ++inside);
          await new Promise((resolve) => setImmediate(resolve));
          inside--;
        }),
      ),
    );
    expect(most).toBe(1);
  });

  test('it is free again after an error', async () => {
    const root = newFolder();
    await errorOf(() =>
      withLock(root, () => {
        throw new Error('no');
      }),
    );
    expect(await withLock(root, () => 'yes')).toBe('yes');
  });

  test('a living owner is waited for, then named', async () => {
    const root = newFolder();
    leaveBehind(root, { pid: process.pid, host: hostname(), token: 'mine' });
    const error = await errorOf(() => withLock(root, () => 1, { waitMs: 0 }));
    expect(error.name).toBe('UsageError');
    expect(error.message).toContain(`Process ${process.pid}`);
    expect(error.help).toContain(storePaths(root).lock);
    expect(existsSync(storePaths(root).lock)).toBe(true);
  });

  test('an old lock of another machine, or one that nobody can read, is taken over; a fresh one is not', async () => {
    for (const owner of [{ pid: 1, host: 'elsewhere', token: 'x' }, { broken: true }]) {
      const root = newFolder();
      leaveBehind(root, owner);
      expect((await errorOf(() => withLock(root, () => 1, { waitMs: 0 }))).name).toBe('UsageError');
      utimesSync(storePaths(root).lock, 1_000, 1_000);
      expect(await withLock(root, () => 1, { waitMs: 0 })).toBe(1);
    }
  });

  test('a process that died while it took a lock over does not block the next one', async () => {
    const root = newFolder();
    leaveBehind(root, { pid: deadProcess(), host: hostname(), token: 'left' });
    writeFileSync(`${storePaths(root).lock}.break-left`, JSON.stringify({ pid: deadProcess(), host: hostname(), token: 'breaker' }));
    expect(await withLock(root, () => 1, { waitMs: 1_000 })).toBe(1);
    expect(readdirSync(storePaths(root).cache)).toEqual([]);
  });
});

describe('the activity stream', () => {
  test('a scan records what was added, removed and changed; a moved line is no change', async () => {
    const root = newFolder();
    const now = clock();
    await recordScan(root, model([endpoint('GET', '/a'), endpoint('GET', '/b'), endpoint('GET', '/c')]), now);
    await recordScan(
      root,
      model([endpoint('GET', '/a', { source: { file: 'src/app.ts', line: 9 } }), endpoint('GET', '/b', { handlerName: 'b' })]),
      now,
    );
    const { records, damaged } = readActivity(root);
    expect(damaged).toEqual([]);
    expect(records.map(({ kind, endpoint: which, detail }) => [kind, which, detail])).toEqual([
      ['endpoint_added', 'GET /a', undefined],
      ['endpoint_added', 'GET /b', undefined],
      ['endpoint_added', 'GET /c', undefined],
      ['endpoint_removed', 'GET /c', undefined],
      ['endpoint_changed', 'GET /b', { fields: ['handlerName'] }],
    ]);
  });

  test('damaged lines are reported and skipped, and what follows half a line is a line of its own', async () => {
    const root = newFolder();
    const record = { ts: '2026-01-01T00:00:00Z', kind: 'endpoint_added', endpoint: 'GET /a' } as const;
    await appendActivity(root, [record]);
    const file = storePaths(root).activity;
    writeFileSync(file, `${readFileSync(file, 'utf8')}{"kind": "else"}\n\n{"ts": "2026-`);
    await appendActivity(root, [record]);
    const { records, damaged } = readActivity(root);
    expect(records).toEqual([record, record]);
    expect(damaged.map(({ line }) => line)).toEqual([2, 4]);
    expect(damaged[1]?.message).toBe('it is not JSON');
  });

  test('there is none before the first scan', () => {
    expect(readActivity(newFolder())).toEqual({ records: [], damaged: [] });
  });
});

describe('a rescan keeps what people wrote', () => {
  test('a manual endpoint stays, an authored field keeps its value, a different scanned value is reported', () => {
    const previous = model([
      endpoint('GET', '/a', {
        handlerName: 'old',
        summary: 'Mine',
        rateLimit: { max: 5, windowMs: 1 },
        authored: ['/summary', '/rateLimit/max'],
      }),
      endpoint('GET', '/manual', { origin: 'manual' }),
    ]);
    const {
      model: merged,
      changes,
      conflicts,
    } = mergeScan(previous, model([endpoint('GET', '/a', { handlerName: 'new', rateLimit: { max: 9, windowMs: 2 } })]));
    expect(merged.endpoints[0]).toMatchObject({
      handlerName: 'new',
      summary: 'Mine',
      rateLimit: { max: 5, windowMs: 2 },
      authored: ['/rateLimit/max', '/summary'],
    });
    expect(merged.endpoints[1]).toEqual(previous.endpoints[1]);
    expect(conflicts).toEqual([{ endpoint: 'GET /a', pointer: '/rateLimit/max', authored: 5, scanned: 9 }]);
    expect(changes).toEqual({
      added: [],
      removed: [],
      renamed: [],
      changed: [{ endpoint: 'GET /a', fields: ['handlerName', 'rateLimit'] }],
    });
  });

  test.each([
    [
      'a renamed parameter',
      endpoint('GET', '/users/:id', { source: { file: 'a.ts', line: 1 } }),
      endpoint('GET', '/users/:userId', { source: { file: 'b.ts', line: 9 } }),
    ],
    [
      'a new path for a handler',
      endpoint('GET', '/list', { handlerName: 'User.list' }),
      endpoint('GET', '/all', { handlerName: 'User.list' }),
    ],
    ['a router that is mounted elsewhere', endpoint('POST', '/api/users/:id/posts'), endpoint('POST', '/v2/people/:id/posts')],
  ])('%s: the same endpoint, with what was written into it', (_, before, after) => {
    const { model: merged, changes } = mergeScan(model([{ ...before, summary: 'Mine', authored: ['/summary'] }]), model([after]));
    expect(merged.endpoints).toEqual([{ ...after, summary: 'Mine', authored: ['/summary'] }]);
    expect(changes).toEqual({ added: [], removed: [], renamed: [{ from: keyOf(before), to: keyOf(after), fields: [] }], changed: [] });
  });

  test.each([
    ['another method', endpoint('GET', '/list', { handlerName: 'list' }), [endpoint('POST', '/all', { handlerName: 'list' })]],
    ['another handler', endpoint('GET', '/list', { handlerName: 'list' }), [endpoint('GET', '/all', { handlerName: 'all' })]],
    [
      'another file',
      endpoint('GET', '/list', { handlerName: 'list' }),
      [endpoint('GET', '/all', { handlerName: 'list', source: { file: 'src/other.ts', line: 1 } })],
    ],
    [
      'two that could be it',
      endpoint('GET', '/list', { handlerName: 'list' }),
      [endpoint('GET', '/all', { handlerName: 'list' }), endpoint('GET', '/each', { handlerName: 'list' })],
    ],
    ['two parameters in place of one', endpoint('GET', '/fires/:id'), [endpoint('GET', '/fires/:from-:until')]],
    ['only a parameter in common', endpoint('GET', '/a/:id'), [endpoint('GET', '/b/:id')]],
  ])('%s: one went, others came', (_, before, after) => {
    const { model: merged, changes } = mergeScan(model([{ ...before, summary: 'Mine', authored: ['/summary'] }]), model(after));
    expect(changes).toMatchObject({ added: after.map(keyOf), removed: [keyOf(before)], renamed: [] });
    expect(merged.endpoints).toContainEqual({ ...before, summary: 'Mine', authored: ['/summary'], stale: true });
  });

  test('what is written of a path parameter, and what names the endpoint, follow a rename', () => {
    const { model: merged } = mergeScan(
      model(
        [
          endpoint('GET', '/users/:id', {
            parameters: [{ name: 'id', in: 'path', description: 'Mine' }],
            authored: ['/parameters/0/description'],
          }),
          endpoint('POST', '/login/:site'),
          endpoint('GET', '/me', {
            consumes: [{ variable: 't', usedAs: 'header:Authorization', producedBy: 'POST /login/:site' }],
            authored: ['/consumes'],
          }),
        ],
        { securitySchemes: { token: { type: 'http', origin: 'manual', obtainedFrom: { endpoint: 'POST /login/:site', field: 't' } } } },
      ),
      model([
        endpoint('GET', '/users/:userId', { parameters: [{ name: 'userId', in: 'path', type: 'string' }] }),
        endpoint('POST', '/login/:place'),
        endpoint('GET', '/me'),
      ]),
    );
    expect(merged.endpoints.find(({ path }) => path === '/users/:userId')).toMatchObject({
      parameters: [{ name: 'userId', in: 'path', type: 'string', description: 'Mine' }],
      authored: ['/parameters/0/description'],
    });
    expect(merged.endpoints.find(({ path }) => path === '/me')?.consumes?.[0]?.producedBy).toBe('POST /login/:place');
    expect(merged.securitySchemes['token']?.obtainedFrom?.endpoint).toBe('POST /login/:place');
  });

  test('a removed route leaves, unless it carries authored content; it comes back without the mark', () => {
    const previous = model([endpoint('GET', '/a'), endpoint('GET', '/b', { summary: 'Mine', authored: ['/summary'] })]);
    const gone = mergeScan(previous, model([]));
    expect(gone.model.endpoints).toEqual([endpoint('GET', '/b', { summary: 'Mine', authored: ['/summary'], stale: true })]);
    expect(gone.changes.removed).toEqual(['GET /a', 'GET /b']);
    expect(mergeScan(gone.model, model([])).changes.removed).toEqual([]);
    const back = mergeScan(gone.model, model([endpoint('GET', '/b')]));
    expect(back.model.endpoints).toEqual([endpoint('GET', '/b', { summary: 'Mine', authored: ['/summary'] })]);
    expect(back.changes.added).toEqual(['GET /b']);
  });

  test('a field that was removed by hand stays removed', () => {
    const previous = model([endpoint('GET', '/a', { authored: ['/rateLimit'] })]);
    const { model: merged, conflicts } = mergeScan(previous, model([endpoint('GET', '/a', { rateLimit: { max: 1 } })]));
    expect(merged.endpoints[0]).not.toHaveProperty('rateLimit');
    expect(conflicts).toEqual([{ endpoint: 'GET /a', pointer: '/rateLimit', authored: undefined, scanned: { max: 1 } }]);
  });

  test('a pointer into a list follows the element, not the position', () => {
    const id = { name: 'id', in: 'path' as const };
    const page = { name: 'page', in: 'query' as const };
    const previous = model([endpoint('GET', '/a', { parameters: [{ ...page, max: 50 }, id], authored: ['/parameters/0/max'] })]);
    const moved = mergeScan(previous, model([endpoint('GET', '/a', { parameters: [id, page] })])).model.endpoints[0]!;
    expect(moved.parameters).toEqual([id, { ...page, max: 50 }]);
    expect(moved.authored).toEqual(['/parameters/1/max']);
    const gone = mergeScan(previous, model([endpoint('GET', '/a', { parameters: [id] })])).model.endpoints[0]!;
    expect(gone.parameters).toEqual([id, { ...page, max: 50 }]);
    expect(gone.authored).toEqual(['/parameters/1']);
  });

  test('a manual endpoint that the source now has is a scanned one with authored fields', () => {
    const previous = model([endpoint('GET', '/a', { id: 'mine', name: 'Mine', origin: 'manual', middleware: [] })]);
    const scanned = endpoint('GET', '/a', { name: 'get', middleware: [{ name: 'auth', type: 'auth' }], source: { file: 'b.ts', line: 3 } });
    const { model: merged, conflicts } = mergeScan(previous, model([scanned]));
    expect(merged.endpoints).toEqual([{ ...scanned, id: 'mine', name: 'Mine', authored: ['/id', '/name'] }]);
    expect(conflicts.map(({ pointer }) => pointer)).toEqual(['/id', '/name']);
  });

  test('environments stay, new ones are added, a different one is reported', () => {
    const local = { name: 'local', baseUrl: 'http://localhost:1' };
    const { model: merged, conflicts } = mergeScan(
      model([], { environments: [local] }),
      model([], {
        environments: [
          { name: 'local', baseUrl: 'http://localhost:2' },
          { name: 'staging', baseUrl: 'https://s' },
        ],
      }),
    );
    expect(merged.environments).toEqual([local, { name: 'staging', baseUrl: 'https://s' }]);
    expect(conflicts.map(({ pointer }) => pointer)).toEqual(['/environments/0']);
  });

  test('an environment of the configuration follows it until somebody edits it in the model', () => {
    const local = (baseUrl: string, more: object = {}) => ({ name: 'local', baseUrl, ...more });
    const after = (present: object[], configured: object[], last: object[] = [local('http://a')]) => {
      const previous = model([], { environments: present as never });
      const { model: merged, conflicts } = mergeScan(previous, model([], { environments: configured as never }), {
        generatedAt: previous.generatedAt,
        endpoints: [],
        environments: last as never,
      });
      return { environments: merged.environments, conflicts: conflicts.length };
    };
    expect(after([local('http://a')], [local('http://b')])).toEqual({ environments: [local('http://b')], conflicts: 0 });
    expect(after([local('http://a', { allowWrites: true })], [local('http://b')])).toEqual({
      environments: [local('http://b', { allowWrites: true })],
      conflicts: 0,
    });
    expect(after([local('http://a', { allowWrites: true })], [local('http://b')], [local('http://a', { allowWrites: true })])).toEqual({
      environments: [local('http://b')],
      conflicts: 0,
    });
    expect(after([local('http://edited')], [local('http://b')])).toEqual({ environments: [local('http://edited')], conflicts: 1 });
    expect(after([local('http://a')], [])).toEqual({ environments: [], conflicts: 0 });
    expect(after([local('http://edited')], [])).toEqual({ environments: [local('http://edited')], conflicts: 0 });
    expect(after([local('http://a'), { name: 'mine', baseUrl: 'http://m' }], [local('http://a')])).toEqual({
      environments: [local('http://a'), { name: 'mine', baseUrl: 'http://m' }],
      conflicts: 0,
    });
  });

  test('schemes: manual ones and those that are needed stay, and so does where a credential comes from', () => {
    const obtainedFrom = { endpoint: 'POST /login', field: 'token' };
    const previous = model([endpoint('GET', '/m', { origin: 'manual', security: [{ scheme: 'needed' }] })], {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'basic', obtainedFrom },
        needed: { type: 'apiKey' },
        mine: { type: 'oauth2', origin: 'manual' },
        old: { type: 'http' },
      },
    });
    expect(
      mergeScan(previous, model([], { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } })).model.securitySchemes,
    ).toEqual({
      bearer: { type: 'http', scheme: 'bearer', obtainedFrom },
      mine: { type: 'oauth2', origin: 'manual' },
      needed: { type: 'apiKey' },
    });
  });

  test('where a credential comes from is as the scan says where the last one said it, and stays where somebody else did', () => {
    const obtainedFrom = { endpoint: 'POST /login', field: 'token' };
    const schemes = (from?: typeof obtainedFrom): Pick<Model, 'securitySchemes'> => ({
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', ...(from && { obtainedFrom: from }) } },
    });
    const previous = model([], schemes(obtainedFrom));
    const after = (last: Parameters<typeof mergeScan>[2]): unknown =>
      mergeScan(previous, model([], schemes()), last).model.securitySchemes['bearer']?.obtainedFrom;
    const last = { generatedAt: previous.generatedAt, endpoints: [] };
    expect(after({ ...last, ...schemes(obtainedFrom) })).toBeUndefined();
    expect(after({ ...last, ...schemes({ ...obtainedFrom, field: 'other' }) })).toEqual(obtainedFrom);
    expect(after({ ...last, ...schemes() })).toEqual(obtainedFrom);
    expect(after(last)).toEqual(obtainedFrom);
    expect(after({ ...last, ...schemes(obtainedFrom), committed: true })).toEqual(obtainedFrom);
    expect(after({ ...last, ...schemes(obtainedFrom), generatedAt: '2020-01-01T00:00:00.000Z' })).toEqual(obtainedFrom);
  });

  test('what the scan could not resolve is what this scan could not resolve', () => {
    const unresolved = [{ what: 'use' as const, code: 'core/x', reason: 'r', loss: 'dropped' as const }];
    expect(mergeScan(model([], { unresolved }), model([])).model).not.toHaveProperty('unresolved');
    expect(mergeScan(model([]), model([], { unresolved })).model.unresolved).toEqual(unresolved);
  });

  test("two entries for one endpoint, as a merge of two branches leaves them, become one that keeps both people's work", () => {
    const previous = model([
      endpoint('GET', '/a', { summary: 'One', authored: ['/summary'] }),
      endpoint('GET', '/a', { tags: ['two'], authored: ['/tags'] }),
    ]);
    expect(mergeScan(previous, model([endpoint('GET', '/a')])).model.endpoints).toEqual([
      endpoint('GET', '/a', { summary: 'One', tags: ['two'], authored: ['/summary', '/tags'] }),
    ]);
  });

  test('edits in the file need no mark', async () => {
    const root = newFolder();
    const now = clock();
    const scanned = () =>
      model([
        endpoint('GET', '/a', { handlerName: 'a', rateLimit: { max: 5 }, parameters: [{ name: 'id', in: 'path' }] }),
        endpoint('GET', '/b', { handlerName: 'b' }),
      ]);
    await recordScan(root, scanned(), now);
    const edited = readModel(root)!;
    edited.environments.push({ name: 'local', baseUrl: 'http://localhost:3000' });
    Object.assign(edited.endpoints[0]!, { rateLimit: { max: 7 }, handlerName: undefined, 'x-owner': 'me' });
    edited.endpoints[0]!.parameters!.push({ name: 'page', in: 'query' });
    edited.endpoints.push({ id: 'GET /hand', method: 'GET', path: '/hand', middleware: [] });
    writeFileSync(storePaths(root).model, JSON.stringify(edited));
    const { model: merged, conflicts } = await recordScan(root, scanned(), now);
    expect(merged.environments).toHaveLength(1);
    expect(merged.endpoints[0]).toMatchObject({
      rateLimit: { max: 7 },
      'x-owner': 'me',
      authored: ['/handlerName', '/parameters/1', '/rateLimit/max', '/x-owner'],
    });
    expect(merged.endpoints[0]).not.toHaveProperty('handlerName');
    expect(merged.endpoints[1]).not.toHaveProperty('authored');
    expect(merged.endpoints[2]).toMatchObject({ path: '/hand', origin: 'manual' });
    expect(conflicts.map(({ pointer }) => pointer)).toEqual(['/handlerName', '/rateLimit/max']);
    expect((await recordScan(root, scanned(), now)).written).toBe(false);
  });

  test('a listed field in a list does not become the whole list', async () => {
    const root = newFolder();
    await updateModel(root, () =>
      model([endpoint('GET', '/a', { parameters: [{ name: 'page', in: 'query' }], authored: ['/parameters/0'] })]),
    );
    for (let times = 0; times < 2; times++) {
      expect((await recordScan(root, model([endpoint('GET', '/a')]))).model.endpoints[0]?.authored).toEqual(['/parameters/0']);
    }
  });

  test('the record of a scan says nothing about another model: nothing of another branch is taken for hand-written', async () => {
    const root = newFolder();
    await recordScan(root, model([endpoint('GET', '/a', { handlerName: 'ours' })]), clock());
    writeFileSync(
      storePaths(root).model,
      formatModel(model([endpoint('GET', '/a', { handlerName: 'theirs' })], { generatedAt: '2020-01-01T00:00:00.000Z' })),
    );
    const { model: merged } = await recordScan(root, model([endpoint('GET', '/a', { handlerName: 'ours' })]), clock());
    expect(merged.endpoints[0]).toMatchObject({ handlerName: 'ours' });
    expect(merged.endpoints[0]).not.toHaveProperty('authored');
  });
});

describe('a rescan, whatever the models', () => {
  const name = fc.constantFrom('a', 'b', 'c');
  const parameter = fc.record(
    { name, in: fc.constantFrom('path' as const, 'query' as const), type: name, max: fc.nat(3) },
    { requiredKeys: ['name', 'in'] },
  );
  const middleware = fc.record({ name, type: name, scheme: name }, { requiredKeys: ['name', 'type'] });
  const content = fc.record(
    {
      name,
      handlerName: name,
      summary: name,
      tags: fc.array(name, { maxLength: 2 }),
      rateLimit: fc.record({ max: fc.nat(3), windowMs: fc.nat(3) }, { requiredKeys: [] }),
      requestBody: fc.record({ contentType: name, fields: fc.dictionary(name, fc.record({ type: name })) }, { requiredKeys: [] }),
      // A request has one value of a name in a place.
      parameters: fc.uniqueArray(parameter, { maxLength: 3, selector: (each) => `${each.in} ${each.name}` }),
      security: fc.array(fc.record({ scheme: name }), { maxLength: 2 }),
      middleware: fc.array(middleware, { maxLength: 3 }),
    },
    { requiredKeys: ['middleware'] },
  );
  const pointer = fc.constantFrom(
    '/name',
    '/summary',
    '/tags',
    '/tags/0',
    '/rateLimit',
    '/rateLimit/max',
    '/requestBody/fields/a',
    '/requestBody/fields/b/type',
    '/requestBody/contentType',
    '/parameters/0',
    '/parameters/1/type',
    '/parameters/2/max',
    '/security/0',
    '/middleware',
    '/middleware/1/scheme',
    '/nothing/there',
  );
  const where = fc.record({ method: fc.constantFrom('GET', 'POST'), path: fc.constantFrom('/', '/a', '/b', '/a/:id') });
  const unique = (endpoints: Endpoint[]): Endpoint[] => [...new Map(endpoints.map((found) => [keyOf(found), found])).values()];
  const scannedEndpoint = fc
    .tuple(where, content, fc.integer({ min: 1, max: 9 }))
    .map(([{ method, path }, more, line]) => endpoint(method, path, { ...more, source: { file: 'a.ts', line } }));
  const writtenEndpoint = fc
    .tuple(scannedEndpoint, fc.array(pointer, { maxLength: 4 }), fc.constantFrom('none', 'manual', 'stale'))
    .map(([found, authored, mark]): Endpoint => ({
      ...found,
      ...(authored.length > 0 && { authored }),
      ...(mark === 'manual' && { origin: 'manual' as const }),
      ...(mark === 'stale' && { stale: true }),
    }));
  const scan = fc.array(scannedEndpoint, { maxLength: 6 }).map((endpoints) => model(unique(endpoints)));
  const written = fc.array(writtenEndpoint, { maxLength: 6 }).map((endpoints) => model(unique(endpoints)));
  /** Without a record of the last scan, these count as written by people. */
  const plain = scan.map((found) => model(found.endpoints.map(({ summary: _, tags: __, ...rest }) => rest)));
  const runs = { numRuns: 600 };
  /** The key that an endpoint has after the merge. A stale one that came back under another path counts as added. */
  const movedTo =
    (renamed: readonly { from: string; to: string }[], previous: Model, merged: ReadonlyMap<string, Endpoint>) =>
    (key: string): string => {
      const to = renamed.find(({ from }) => from === key)?.to;
      if (to !== undefined || merged.has(key)) return to ?? key;
      expect(previous.endpoints.find((one) => keyOf(one) === key)?.stale).toBe(true);
      return matchRenames(
        previous.endpoints.filter((one) => one.origin !== 'manual' && !merged.has(keyOf(one))),
        [...merged.values()].filter((one) => previous.endpoints.every((other) => keyOf(other) !== keyOf(one))),
      )
        .map(({ from, to: other }) => (keyOf(from) === key ? keyOf(other) : ''))
        .find((found) => found !== '')!;
    };

  test('gives a valid model with every method and path once, sorted', () => {
    fc.assert(
      fc.property(written, scan, (previous, scanned) => {
        const { model: merged } = mergeScan(previous, scanned);
        expect(validate('model', merged).ok).toBe(true);
        const keys = merged.endpoints.map(keyOf);
        expect(new Set(keys).size).toBe(keys.length);
        expect((JSON.parse(formatModel(merged)) as Model).endpoints.map(keyOf)).toEqual(keys);
      }),
      runs,
    );
  });

  test('done again changes nothing', () => {
    fc.assert(
      fc.property(written, scan, (previous, scanned) => {
        const once = mergeScan(previous, scanned).model;
        const twice = mergeScan(once, scanned);
        expect(formatModel(twice.model)).toBe(formatModel(once));
        expect(twice.changes).toEqual({ added: [], removed: [], renamed: [], changed: [] });
      }),
      runs,
    );
  });

  test('has every endpoint of the source, and apart from those only manual and stale ones', () => {
    fc.assert(
      fc.property(written, scan, (previous, scanned) => {
        const found = new Set(scanned.endpoints.map(keyOf));
        const merged = mergeScan(previous, scanned).model.endpoints;
        for (const key of found) expect(merged.map(keyOf)).toContain(key);
        for (const kept of merged) {
          if (!found.has(keyOf(kept))) expect(kept.origin === 'manual' || kept.stale === true).toBe(true);
          else expect(kept.stale).toBeUndefined();
        }
      }),
      runs,
    );
  });

  test('without anything hand-written, is the scan', () => {
    fc.assert(
      fc.property(plain, scan, (previous, scanned) => {
        expect(formatModel(mergeScan(previous, scanned).model)).toBe(formatModel(scanned));
      }),
      runs,
    );
  });

  test('keeps every manual endpoint, and every field of it where the source now has it', () => {
    fc.assert(
      fc.property(written, scan, (previous, scanned) => {
        const merged = new Map(mergeScan(previous, scanned).model.endpoints.map((found) => [keyOf(found), found]));
        const inSource = new Set(scanned.endpoints.map(keyOf));
        for (const manual of previous.endpoints.filter((found) => found.origin === 'manual')) {
          const after = merged.get(keyOf(manual))!;
          if (!inSource.has(keyOf(manual))) {
            expect(after).toEqual(manual);
            continue;
          }
          for (const key of ['name', 'handlerName', 'summary', 'tags', 'rateLimit', 'requestBody', 'parameters', 'security'] as const) {
            if (manual[key] !== undefined) expect(after[key]).toEqual(manual[key]);
          }
        }
      }),
      runs,
    );
  });

  test('keeps the value of every authored field', () => {
    fc.assert(
      fc.property(written, scan, (previous, scanned) => {
        const { model: after, changes } = mergeScan(previous, scanned);
        const merged = new Map(after.endpoints.map((found) => [keyOf(found), found]));
        const now = movedTo(changes.renamed, previous, merged);
        for (const before of previous.endpoints) {
          for (const authored of before.authored ?? []) {
            const value = valueAt(before, authored);
            if (value === undefined) continue;
            const after = merged.get(now(keyOf(before)))!;
            // In a list the element may have moved, and a pointer may have become one to all of it.
            const values = (after.authored ?? []).map((found) => valueAt(after, found));
            if (/\d/.test(authored)) expect(JSON.stringify(after.origin === 'manual' ? after : values)).toContain(JSON.stringify(value));
            else expect(valueAt(after, authored)).toEqual(value);
          }
        }
      }),
      runs,
    );
  });

  test('reports as added, removed and changed what differs', () => {
    fc.assert(
      fc.property(plain, scan, (previous, scanned) => {
        const { added, removed, renamed, changed } = mergeScan(previous, scanned).changes;
        const [before, after] = [new Set(previous.endpoints.map(keyOf)), new Set(scanned.endpoints.map(keyOf))];
        expect([...added, ...renamed.map(({ to }) => to)].sort()).toEqual([...after].filter((key) => !before.has(key)).sort());
        expect([...removed, ...renamed.map(({ from }) => from)].sort()).toEqual([...before].filter((key) => !after.has(key)).sort());
        for (const { endpoint: key, fields } of changed) {
          expect(before.has(key) && after.has(key)).toBe(true);
          expect(fields.length).toBeGreaterThan(0);
        }
      }),
      runs,
    );
  });

  test('is stored and read back the same, and a second store writes nothing', async () => {
    await fc.assert(
      fc.asyncProperty(written, scan, async (previous, scanned) => {
        const root = newFolder();
        await updateModel(root, () => previous);
        const first = await recordScan(root, scanned);
        expect(readModel(root)).toEqual(JSON.parse(formatModel(first.model)));
        expect((await recordScan(root, scanned)).written).toBe(false);
        // What is kept of a file is what the file says, after whatever has been done with it.
        const kept = readSharedModel(root);
        expect(kept).toStrictEqual(readModel(root));
        await updateModel(root, (present) => Object.assign(present!, { project: { ...present!.project, name: 'other' } }));
        expect(kept).not.toEqual(readModel(root));
        expect(readSharedModel(root)).toStrictEqual(readModel(root));
      }),
      { numRuns: 60 },
    );
  }, 60_000);

  test('recognises what was edited in the file since the last scan', () => {
    fc.assert(
      fc.property(scan, fc.array(fc.tuple(fc.nat(5), content), { maxLength: 3 }), scan, (last, edits, scanned) => {
        const previous = structuredClone(last);
        const edited = new Map<string, Endpoint>();
        for (const [index, more] of edits) {
          const target = previous.endpoints[index];
          if (!target) continue;
          Object.assign(target, structuredClone(more));
          edited.set(keyOf(target), target);
        }
        const lastScan = { generatedAt: previous.generatedAt, endpoints: last.endpoints };
        const { model: after, changes } = mergeScan(previous, scanned, lastScan);
        const merged = new Map(after.endpoints.map((found) => [keyOf(found), found]));
        const now = movedTo(changes.renamed, previous, merged);
        const base = new Map(last.endpoints.map((found) => [keyOf(found), found]));
        for (const [key, target] of edited) {
          for (const field of ['name', 'handlerName', 'summary'] as const) {
            if (target[field] !== base.get(key)?.[field]) expect(merged.get(now(key))?.[field]).toBe(target[field]);
          }
        }
      }),
      runs,
    );
  });
});
