import { describe, expect, test } from '@jest/globals';
import { NO_FACTS, middlewareId, type BodyFacts, type Middleware } from '@tool/ir';
import { classifyMiddleware } from '../../compiler/passes/classify-middleware.js';
import { endpointName } from '../../compiler/passes/endpoint-name.js';
import { guardOf } from '../../compiler/passes/guards.js';
import { rateLimitOf } from '../../compiler/passes/rate-limit.js';
import { cover } from '../../compiler/passes/resolve-shadowing.js';
import type { Choice } from '../../compiler/passes/walk.js';

const facts = (given: Partial<BodyFacts>): BodyFacts => ({ ...NO_FACTS, continues: 'maybe', parameters: 3, ...given });
const middleware = (given: Partial<Middleware>): Middleware => ({
  id: middlewareId(0),
  name: '',
  place: { file: 'gate.js', line: 1, column: 1 },
  ...given,
});

describe('types', () => {
  test.each([
    ['cors', 'default()', 'cors'],
    ['express', 'json()', 'parser'],
    ['express', 'default.urlencoded()', 'parser'],
    ['express', 'static()', 'static'],
    ['multer', 'default().single()', 'upload'],
    ['passport', 'authenticate()', 'auth'],
    ['celebrate', 'errors()', 'error'],
    ['celebrate', 'celebrate()', 'validation'],
    ['some-rate-limiter', 'make()', 'rate-limit'],
  ])('%s %s is %s, by origin', (module, path, type) => {
    // The name says something else on purpose: it comes last.
    expect(classifyMiddleware(middleware({ origin: { module, path }, name: module === 'some-rate-limiter' ? 'x' : 'logger' }))).toBe(type);
  });

  test.each([
    [{ headers: ['authorization'], statuses: [401] }, 'auth'],
    [{ calls: ['jsonwebtoken#verify'] }, 'auth'],
    [{ statuses: [401] }, 'auth'],
    [{ reads: ['user.role'], statuses: [403] }, 'auth'],
    [{ calls: ['joi#compile'], statuses: [400] }, 'validation'],
    [{ parameters: 4 }, 'error'],
    [{ statuses: [429] }, 'rate-limit'],
  ] as const)('%j is %s, by its body', (given, type) => {
    expect(classifyMiddleware(middleware({ name: 'step', facts: facts(given) }))).toBe(type);
  });

  test.each([
    ['requireAuth', 'auth'],
    ['isLoggedIn', 'auth'],
    ['corsOptions', 'cors'],
    ['apiLimiter', 'rate-limit'],
    ['validateBody', 'validation'],
    ['requestLogger', 'logging'],
    ['uploadAvatar', 'upload'],
    ['errorHandler', 'error'],
    ['author', 'other'],
    ['loadTeam', 'other'],
  ])('%s is %s, by its name', (name, type) => {
    expect(classifyMiddleware(middleware({ name }))).toBe(type);
  });
});

describe('guards', () => {
  test.each([
    ['jwt', 'bearer'],
    ['basic', 'basic'],
    ['google', null],
    ['local', null],
  ])('passport strategy %s', (strategy, scheme) => {
    expect(
      guardOf(middleware({ origin: { module: 'passport', path: 'authenticate()' }, arguments: [strategy] }))?.scheme?.scheme ?? null,
    ).toBe(scheme);
  });

  test('a token cookie, a key in the query', () => {
    expect(
      guardOf(middleware({ facts: facts({ cookies: ['access_token'], calls: ['jsonwebtoken#verify'], statuses: [401] }) }))?.scheme,
    ).toMatchObject({ type: 'apiKey', in: 'cookie', parameter: 'access_token' });
    expect(guardOf(middleware({ facts: facts({ query: ['api_key'], statuses: [403] }) }))?.scheme).toMatchObject({
      type: 'apiKey',
      in: 'query',
      parameter: 'api_key',
    });
  });

  test('what refuses nobody asks for nothing', () => {
    expect(guardOf(middleware({ facts: facts({ query: ['token'], reads: ['user'] }) }))).toBeNull();
  });

  test('optional guards', () => {
    expect(guardOf(middleware({ facts: facts({ headers: ['authorization'], continues: 'always' }) }))?.required).toBe(false);
    expect(
      guardOf(middleware({ origin: { module: 'express-jwt', path: 'expressjwt()' }, arguments: [{ credentialsRequired: false }] }))
        ?.required,
    ).toBe(false);
  });

  test('names of rights are scopes, names of strategies and places are not', () => {
    expect(
      guardOf(
        middleware({ arguments: ['jwt', ['read', 'write'], '/login'], facts: facts({ headers: ['authorization'], statuses: [401] }) }),
      )?.scopes,
    ).toEqual(['read', 'write']);
  });
});

describe('rate limits', () => {
  const limiter = (...given: Middleware['arguments'] & object) =>
    rateLimitOf(middleware({ origin: { module: 'express-rate-limit', path: 'default()' }, arguments: given }));
  test('literal arguments', () => expect(limiter({ windowMs: 1000, limit: 3 })).toMatchObject({ windowMs: 1000, max: 3 }));
  test('defaults of the library only where nothing is given', () => {
    expect(limiter()).toMatchObject({ windowMs: 60_000, max: 5 });
    expect(limiter({ windowMs: 1000 })).not.toHaveProperty('max');
  });
});

describe('conditions that cover every case', () => {
  const branch = (id: string, exhaustive: boolean, arms = 2) => ({
    kind: 'branch',
    id,
    condition: id,
    cause: 'unknown',
    exhaustive,
    arms: Array.from({ length: arms }, () => []),
    place: { synthetic: 'test' },
  });
  const at = (of: ReturnType<typeof branch>, arm: number): Choice => ({ key: of.id, arm, branch: of }) as unknown as Choice;
  const [a, b, open] = [branch('i1', true), branch('i2', true), branch('i3', false, 1)];

  test('both arms of an exhaustive branch', () => expect(cover([[at(a, 0)], [at(a, 1)]])).toBe(true));
  test('one arm', () => expect(cover([[at(a, 0)]])).toBe(false));
  test('nested', () => expect(cover([[at(a, 0)], [at(a, 1), at(b, 0)], [at(b, 1)]])).toBe(true));
  test('nested with a gap', () => expect(cover([[at(a, 0)], [at(a, 1), at(b, 0)]])).toBe(false));
  test('a branch that may take no arm', () => expect(cover([[at(open, 0)]])).toBe(false));
});

test('names of endpoints', () => {
  const lit = (text: string) => ({ kind: 'lit' as const, text });
  expect(endpointName('GET', [lit('statuses')], '')).toBe('List statuses');
  expect(endpointName('DELETE', [lit('boxes'), { kind: 'param', name: 'boxId' }], '')).toBe('Delete box by id');
  expect(endpointName('GET', [{ kind: 'wild' }], '')).toBe('Get anything');
});
