import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, jest, test } from '@jest/globals';
import fc from 'fast-check';
import { diffMarkdown, diffModels } from '../../runtime/review/index.js';
import type { Endpoint, FieldDescriptor, Model } from '../../schemas/index.js';
import { model as anyModel } from '../support/model-arbitraries.js';
import { document, projectIn, scratchFolder, tool } from '../support/tool-process.js';

jest.setTimeout(180_000);

const endpoint = (more: Partial<Endpoint> = {}, method = 'POST', path = '/users'): Endpoint => ({
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
const summary = (before: readonly Endpoint[], after: readonly Endpoint[]): string[] =>
  diffModels(model(before), model(after)).changes.map(({ level, code }) => `${level} ${code}`);
const field = (descriptor: FieldDescriptor): Partial<Endpoint> => ({ requestBody: { fields: { email: descriptor } } });
const answer = (schema: Record<string, string>): Partial<Endpoint> => ({ responses: { 200: { schema } } });
const guard = (name: string, type: string): Partial<Endpoint> => ({ middleware: [{ name, type }] });

describe('one change of an endpoint', () => {
  test.each<[string, Partial<Endpoint>, Partial<Endpoint>, string[]]>([
    ['nothing', field({ type: 'string' }), field({ type: 'string' }), []],
    [
      'names and places',
      { name: 'a', handlerName: 'b', source: { file: 'a.ts', line: 1 } },
      { name: 'c', handlerName: 'd', source: { file: 'b.ts', line: 2 } },
      [],
    ],
    ['a new required field', {}, field({ type: 'string', required: true }), ['breaking value-added-required']],
    ['a new optional field', {}, field({ type: 'string' }), ['safe value-added']],
    ['a field that is gone', field({}), {}, ['risky value-removed']],
    ['required now', field({}), field({ required: true }), ['breaking value-now-required']],
    ['optional now', field({ required: true }), field({}), ['safe value-no-longer-required']],
    ['another type', field({ type: 'string' }), field({ type: 'number' }), ['breaking value-type-changed']],
    ['a wider type', field({ type: 'integer' }), field({ type: 'number' }), ['safe value-type-changed']],
    ['a type that is known now', field({}), field({ type: 'number' }), []],
    ['a longer least length', field({ minLength: 2 }), field({ minLength: 8 }), ['breaking value-bound-narrowed']],
    ['a greater greatest length', field({ maxLength: 2 }), field({ maxLength: 8 }), ['safe value-bound-widened']],
    ['a new bound', field({}), field({ maxLength: 8 }), ['breaking value-bound-narrowed']],
    ['fewer choices', field({ enum: ['a', 'b'] }), field({ enum: ['a'] }), ['breaking value-choice-removed']],
    ['more choices', field({ enum: ['a'] }), field({ enum: ['a', 'b'] }), ['safe value-choice-added']],
    ['choices at all', field({}), field({ enum: ['a'] }), ['breaking value-choices-limited']],
    ['null no more', field({ nullable: true }), field({}), ['breaking value-no-longer-nullable']],
    ['a pattern', field({}), field({ pattern: '^a' }), ['breaking value-pattern-added']],
    [
      'deep inside',
      field({ type: 'object', properties: { zip: { type: 'array', items: { type: 'string' } } } }),
      field({ type: 'object', properties: { zip: { type: 'array', items: { type: 'number' } } } }),
      ['breaking value-type-changed'],
    ],
    [
      'a body of another kind',
      { requestBody: { contentType: 'application/json' } },
      { requestBody: { contentType: 'multipart/form-data' } },
      ['breaking body-type-changed'],
    ],
    [
      'a list in place of an object',
      field({ type: 'string' }),
      { requestBody: { fields: {}, items: { type: 'string' } } },
      ['risky value-removed', 'safe value-added'],
    ],
    ['a new required parameter', {}, { parameters: [{ name: 'page', in: 'query', required: true }] }, ['breaking value-added-required']],
    [
      'a parameter with a smaller maximum',
      { parameters: [{ name: 'limit', in: 'query', max: 100 }] },
      { parameters: [{ name: 'limit', in: 'query', max: 50 }] },
      ['breaking value-bound-narrowed'],
    ],
    [
      'another default',
      { parameters: [{ name: 'limit', in: 'query', default: 10 }] },
      { parameters: [{ name: 'limit', in: 'query', default: 20 }] },
      ['risky value-default-changed'],
    ],
    [
      'a response field that is gone',
      answer({ id: 'string', name: 'string' }),
      answer({ id: 'string' }),
      ['breaking response-field-removed'],
    ],
    ['a new response field', answer({ id: 'string' }), answer({ id: 'string', name: 'string' }), ['safe response-field-added']],
    ['a response field of another type', answer({ id: 'string' }), answer({ id: 'number' }), ['breaking response-field-type-changed']],
    [
      'a response field that need not be there any more, and one that always is',
      { responses: { 200: { schema: { id: 'string', name: 'string', nick: 'string' }, optional: ['nick'] } } },
      { responses: { 200: { schema: { id: 'string', name: 'string', nick: 'string' }, optional: ['name'] } } },
      ['risky response-field-optional', 'safe response-field-always'],
    ],
    [
      'a status that is gone',
      { responses: { 200: {}, 404: {} } },
      { responses: { 201: {} } },
      ['breaking response-removed', 'risky response-added', 'risky response-removed'],
    ],
    ['responses that are known now', {}, { responses: { 200: {} } }, ['safe response-added']],
    ['a credential', {}, { security: [{ scheme: 'token' }] }, ['breaking credential-now-required']],
    ['an optional credential', {}, { security: [{ scheme: 'token', required: false }] }, ['safe scheme-added']],
    ['no credential any more', { security: [{ scheme: 'token' }] }, {}, ['risky credential-no-longer-required']],
    [
      'one of two schemes is gone',
      { security: [{ scheme: 'token' }, { scheme: 'key' }] },
      { security: [{ scheme: 'token' }] },
      ['breaking scheme-removed'],
    ],
    [
      'another credential beside the one',
      { security: [{ scheme: 'token' }] },
      { security: [{ scheme: 'token' }, { scheme: 'key', demand: 2 }] },
      ['breaking credential-now-required'],
    ],
    [
      'both of two schemes',
      { security: [{ scheme: 'token' }, { scheme: 'key' }] },
      { security: [{ scheme: 'token' }, { scheme: 'key', demand: 2 }] },
      ['breaking credential-now-required'],
    ],
    [
      'one of two schemes that were needed together',
      { security: [{ scheme: 'token' }, { scheme: 'key', demand: 2 }] },
      { security: [{ scheme: 'token' }, { scheme: 'key' }] },
      ['risky credential-no-longer-required'],
    ],
    [
      'another right',
      { security: [{ scheme: 'token', scopes: ['read'] }] },
      { security: [{ scheme: 'token', scopes: ['read', 'write'] }] },
      ['breaking scope-added'],
    ],
    ['a guard', {}, guard('requireRole', 'auth'), ['breaking guard-added']],
    ['a guard that is gone', guard('requireRole', 'auth'), {}, ['risky guard-removed']],
    [
      'a guard and its credential are said once',
      {},
      { ...guard('authenticate', 'auth'), security: [{ scheme: 'token' }] },
      ['breaking credential-now-required', 'risky guard-added'],
    ],
    ['a logger', {}, guard('morgan', 'logging'), []],
    ['a rate limit', {}, { rateLimit: { max: 5, windowMs: 1000 } }, ['risky rate-limit-tightened']],
    [
      'a looser rate limit',
      { rateLimit: { max: 5, windowMs: 1000 } },
      { rateLimit: { max: 50, windowMs: 1000 } },
      ['safe rate-limit-relaxed'],
    ],
    ['owners only', {}, { ownership: { ownerField: 'ownerId', mustMatchAuthClaim: 'sub' } }, ['risky ownership-changed']],
    [
      'other pages',
      { pagination: { type: 'page', pageParam: 'page' } },
      { pagination: { type: 'cursor', pageParam: 'after' } },
      ['breaking pagination-changed'],
    ],
    ['it is shadowed', {}, { shadowedBy: 'POST /:any' }, ['breaking now-shadowed']],
    ['it is deprecated', {}, { deprecated: true }, ['risky deprecated']],
    ['texts', { summary: 'a' }, { summary: 'b', tags: ['c'] }, ['safe documentation-changed']],
  ])('%s', (_, before, after, expected) => {
    expect(summary([endpoint(before)], [endpoint(after)])).toEqual(expected);
  });
});

describe('endpoints', () => {
  test.each<[string, Endpoint[], Endpoint[], string[]]>([
    ['one came', [], [endpoint()], ['safe endpoint-added']],
    ['one went', [endpoint()], [], ['breaking endpoint-removed']],
    ['one that never answered went', [endpoint({ shadowedBy: 'ALL /users' })], [], ['safe endpoint-removed']],
    ['every method is answered now', [endpoint()], [endpoint({}, 'ALL')], ['risky endpoint-taken-over', 'safe endpoint-added']],
    ['one is kept for its texts only', [endpoint()], [endpoint({ stale: true })], ['breaking endpoint-removed']],
    [
      'a parameter has another name',
      [endpoint({}, 'GET', '/users/:id')],
      [endpoint({}, 'GET', '/users/:userId')],
      ['safe path-parameter-renamed'],
    ],
    [
      'one has another path',
      [endpoint({ handlerName: 'h', source: { file: 'a', line: 1 } })],
      [endpoint({ handlerName: 'h', source: { file: 'a', line: 1 } }, 'POST', '/people')],
      ['breaking endpoint-moved'],
    ],
  ])('%s', (_, before, after, expected) => {
    expect(summary(before, after)).toEqual(expected);
  });

  test('a scheme that is sent in another way breaks clients', () => {
    const scheme = (name: string): Partial<Model> => ({ securitySchemes: { key: { type: 'apiKey', in: 'header', name } } });
    expect(diffModels(model([], scheme('x-key')), model([], scheme('authorization'))).changes).toMatchObject([
      { level: 'breaking', code: 'scheme-changed' },
    ]);
  });
});

describe('any models', () => {
  test('a model does not differ from itself, nor in what only readers of the code see', () => {
    fc.assert(
      fc.property(anyModel, (any) => {
        const other = {
          ...any,
          endpoints: any.endpoints.map((one) => ({ ...one, name: 'other', handlerName: 'other', source: { file: 'other.ts', line: 7 } })),
        };
        expect(diffModels(any, any).changes).toEqual([]);
        expect(diffModels(any, other).changes).toEqual([]);
      }),
      { numRuns: 100 },
    );
  });

  test('what came one way went the other way', () => {
    fc.assert(
      fc.property(anyModel, anyModel, (before, after) => {
        const there = diffModels(before, after);
        const back = diffModels(after, before);
        const keys = (diff: typeof there, codes: readonly string[]): string[] =>
          diff.changes
            .filter(({ code }) => codes.includes(code))
            .map(({ endpoint: key }) => key!)
            .sort();
        expect(keys(there, ['endpoint-added'])).toEqual(keys(back, ['endpoint-removed', 'endpoint-taken-over']));
        expect(there.totals.breaking + there.totals.risky + there.totals.safe).toBe(there.changes.length);
      }),
      { numRuns: 100 },
    );
  });

  test('text of a model never becomes markup', () => {
    const diff = diffModels(
      model([]),
      model([endpoint({}, 'GET', '/<img src=x>|`[a](b)`')], { securitySchemes: { '</details><script>|@team': { type: 'http' } } }),
    );
    const text = diffMarkdown(diff, { before: 'main', after: '`x` <b>' });
    expect(text).not.toMatch(/<img|<script|<b>|@team|\]\(/);
    expect(
      text
        .split('\n')
        .filter((line) => line.startsWith('| '))
        .every((line) => line.split('|').length === 4),
    ).toBe(true);
  });
});

describe('tool model diff', () => {
  const scratch = scratchFolder('diff');
  afterAll(() => rmSync(scratch, { recursive: true, force: true }));
  const bytes = (value: Model): string => `${JSON.stringify(value, null, 2)}\n`;
  const git = (folder: string, ...words: string[]): void => {
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', '-c', 'commit.gpgsign=false', ...words], {
      cwd: folder,
      stdio: 'ignore',
    });
  };
  const repository = (): string => {
    const folder = projectIn(scratch, { 'apps/api/.tool/model.json': bytes(model([endpoint()])) });
    git(folder, 'init', '-q', '-b', 'main');
    git(folder, 'add', '-A');
    git(folder, 'commit', '-qm', 'one');
    return join(folder, 'apps/api');
  };

  test('compares with the last commit, below the root of the repository, too', async () => {
    const folder = repository();
    expect((await tool(folder, ['model', 'diff'])).stdout).toContain('Clients notice nothing between HEAD and .tool/model.json');
    writeFileSync(join(folder, '.tool/model.json'), bytes(model([endpoint({}, 'GET', '/orders')])));
    const run = await tool(folder, ['model', 'diff', 'main', '--json']);
    expect(run.code).toBe(0);
    expect(document(run, 'model-diff')).toMatchObject({
      before: 'main',
      after: '.tool/model.json',
      totals: { breaking: 1, risky: 0, safe: 1 },
    });
    expect(await tool(folder, ['model', 'diff', '--fail-on', 'breaking'])).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('POST /users'),
    });
    const same = await tool(folder, ['model', 'diff', '.tool/model.json', '--fail-on', 'safe']);
    expect(same.code).toBe(0);
    const markdown = await tool(folder, ['model', 'diff', '--format', 'markdown', '--to', 'HEAD']);
    expect(markdown.stdout).toContain('### API changes');
    expect(JSON.parse((await tool(folder, ['model', 'diff', '--format', 'json'])).stdout)).toMatchObject({ before: 'HEAD' });
  });

  test('a commit without a model: everything is new, and that is said', async () => {
    const folder = projectIn(scratch, { 'README.md': 'x' });
    git(folder, 'init', '-q');
    git(folder, 'add', '-A');
    git(folder, 'commit', '-qm', 'none');
    projectIn(folder, {});
    execFileSync('mkdir', ['-p', join(folder, '.tool')]);
    writeFileSync(join(folder, '.tool/model.json'), bytes(model([endpoint()])));
    expect(await tool(folder, ['model', 'diff'])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('1 safe'),
      stderr: expect.stringContaining('everything counts as new'),
    });
  });

  test.each([
    [['nowhere'], 'neither a file nor a commit'],
    [['--upload-pack=x'], 'no option'],
    [['--format', 'xml'], '--format cannot be "xml"'],
    [['--fail-on', 'all'], '--fail-on cannot be "all"'],
    [['damaged.json'], 'damaged.json:1:2'],
    [['HEAD', 'main'], 'does not take the argument "main"'],
  ])('%j is an error that says what to do', async (args, expected) => {
    const folder = repository();
    writeFileSync(join(folder, 'damaged.json'), '{]');
    const run = await tool(folder, ['model', 'diff', ...args]);
    expect(run).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(expected) });
    expect(run.stderr).toContain('help:');
  });

  test('outside a repository there are no commits', async () => {
    const folder = projectIn(scratch, { '.tool/model.json': bytes(model([])) });
    expect(await tool(folder, ['model', 'diff'], { GIT_CEILING_DIRECTORIES: scratch })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('in no git repository'),
    });
    expect(readFileSync(join(folder, '.tool/model.json'), 'utf8')).toBe(bytes(model([])));
  });
});
