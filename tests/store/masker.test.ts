import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createMasker, createMaskers, isSecretName, MASK } from '../../runtime/store/index.js';

describe('names', () => {
  test.each([
    'password',
    'newPassword',
    'user_password',
    'accessToken',
    'refresh_token',
    'X-Api-Key',
    'apiKey',
    'client_secret',
    'Authorization',
    'Set-Cookie',
    'sessionId',
    'otp',
    'PIN',
    'privateKey',
    'csrfToken',
    'JWT',
  ])('%s holds a secret', (name) => {
    expect(isSecretName(name)).toBe(true);
  });
  test.each([
    'email',
    'tokenType',
    'passwordRequired',
    'expiresIn',
    'author',
    'authors',
    'key',
    'bookId',
    'spinner',
    'monkey',
    'tokenExpiresAt',
    'cookieName',
    '',
    'pinned',
    'publicKey',
  ])('%s holds none', (name) => {
    expect(isSecretName(name)).toBe(false);
  });
});

describe('masks', () => {
  const masker = createMasker(['s3cr3t-value']);

  test('fields at any depth, and everything below them', () => {
    expect(
      masker.json({
        user: { email: 'a@b.c', password: 'x' },
        tokens: [{ access: 'y', n: 1 }],
        token: '',
        tokenType: 'Bearer',
        active: true,
      }),
    ).toEqual({
      user: { email: 'a@b.c', password: MASK },
      tokens: [{ access: MASK, n: MASK }],
      token: '',
      tokenType: 'Bearer',
      active: true,
    });
  });

  test('headers: the scheme and the names of cookies stay', () => {
    expect(
      masker.headers({
        Authorization: 'Bearer abc',
        'X-Api-Key': 'k',
        cookie: 'sid=1; theme=dark',
        'set-cookie': ['sid=abc; Path=/; HttpOnly'],
        accept: '*/*',
        'access-control-allow-credentials': 'true',
        gone: undefined,
      }),
    ).toEqual({
      Authorization: `Bearer ${MASK}`,
      'X-Api-Key': MASK,
      cookie: `sid=${MASK}; theme=${MASK}`,
      'set-cookie': [`sid=${MASK}; Path=/; HttpOnly`],
      accept: '*/*',
      'access-control-allow-credentials': 'true',
    });
  });

  test('URLs', () => {
    expect(masker.url('https://me:pass@host/a?page=2&api_key=zzz&q=s3cr3t-value#top')).toBe(
      `https://${MASK}@host/a?page=2&api_key=${MASK}&q=${MASK}#top`,
    );
  });

  test('bodies by their content type, also cut ones', () => {
    expect(masker.body('{"password":"x","n":1}', 'application/json')).toBe(`{"password":"${MASK}","n":1}`);
    expect(masker.body('{"a":1,"password":"x","tok', 'application/json')).toBe(`{"a":1,"password":"${MASK}","tok`);
    expect(masker.body('{"a":1,"token":"half of i', 'application/json')).toBe(`{"a":1,"token":"${MASK}"`);
    expect(masker.body('email=a%40b.c&password=x', 'application/x-www-form-urlencoded')).toBe(`email=a%40b.c&password=${MASK}`);
  });

  test('by form', () => {
    expect(masker.text('Token expired. Basic authentication is off')).toBe('Token expired. Basic authentication is off');
    expect(masker.text('sent Authorization: Bearer abc.def-123 and eyJhbGciOiJ.eyJzdWIiOiIx.c2lnbmF0dXJl')).toBe(
      `sent Authorization: Bearer ${MASK} and ${MASK}`,
    );
  });

  test('a value that was learnt occurs nowhere any more, however it is written', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 5 }), fc.string(), fc.string(), (secret, before, after) => {
        // What stands around must not hold parts that make up another occurrence together with the mask.
        fc.pre(secret !== MASK && !MASK.includes(secret) && !secret.includes('*'));
        const own = createMasker([secret]);
        for (const written of [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)]) {
          expect(own.text(`${before}|${written}|${after}`)).not.toContain(`|${written}|`);
        }
        expect(JSON.stringify(own.json({ note: `a ${secret} b` }))).toContain(MASK);
      }),
    );
  });

  test('of many values, of which some are parts of others, none is left', () => {
    const letters = fc.string({ unit: fc.constantFrom('a', 'b', '\ud83d\ude00', '\ud800'), minLength: 5, maxLength: 9 });
    fc.assert(
      fc.property(
        fc.array(letters, { maxLength: 40 }),
        fc.array(fc.string({ unit: fc.constantFrom('a', 'b', 'c') }), { maxLength: 5 }),
        fc.nat(),
        (secrets, between, which) => {
          const own = createMasker(secrets);
          const secret = secrets[which % secrets.length];
          expect(own.text(`${between.join('')}|${secret ?? ''}|`)).toEqual(
            secrets.length === 0 ? `${between.join('')}||` : expect.stringMatching(/\|\*\*\*\|$/),
          );
          const text = own.text(between.join('ab'));
          for (const each of secrets) expect(text).not.toContain(each);
        },
      ),
    );
  });

  test('what was given is not changed, and nothing is shared', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const before = JSON.stringify(value);
        const masked = createMasker().json(value);
        expect(JSON.stringify(value)).toBe(before);
        if (typeof value === 'object' && value !== null) expect(masked).not.toBe(value);
      }),
    );
  });
});

describe('maskers with secrets in common', () => {
  test('know those and what they are told, and not what another one is told', () => {
    const newMasker = createMaskers(['shared secret', 'kept', '***']);
    const [one, other] = [newMasker(), newMasker()];
    one.learn('own-of-one');
    other.learn('own-of-other');
    expect(one.text('shared secret, shared%20secret, own-of-one, own-of-other, kept')).toBe(
      `${MASK}, ${MASK}, ${MASK}, own-of-other, kept`,
    );
    expect(other.text('shared+secret, own-of-one, own-of-other')).toBe(`${MASK}, own-of-one, ${MASK}`);
  });

  test('the longest one counts, whoever knows it', () => {
    const newMasker = createMaskers(['abcdef', 'ghijkl-long']);
    const masker = newMasker();
    masker.learn('abcdef-long');
    masker.learn('ghijkl');
    expect(masker.text('abcdef-long ghijkl-long abcdef- ghijkl-')).toBe(`${MASK} ${MASK} ${MASK}- ${MASK}-`);
  });

  test('are the same as one that is given all secrets', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ minLength: 5, maxLength: 8, unit: fc.constantFrom('a', 'b', ' ', '"', "'", 'ä') })),
        fc.array(fc.string({ minLength: 5, maxLength: 8, unit: fc.constantFrom('a', 'b', ' ', '"', "'", 'ä') })),
        fc.string({ unit: fc.constantFrom('a', 'b', ' ', '"', "'", 'ä', '+', '%') }),
        (common, own, text) => {
          const masker = createMaskers(common)();
          for (const value of own) masker.learn(value);
          expect(masker.text(text)).toBe(createMasker([...common, ...own]).text(text));
        },
      ),
    );
  });
});
