import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import fc from 'fast-check';
import { call, listen, makeFolder, modelText, openStudio, raw, signIn, type TestStudio } from '../support/studio-server.js';

jest.setTimeout(60_000);

const hostile = '<img src=x onerror=alert(1)>"\'</script>';
const endpoint = (path: string, file: string, more: object = {}) => ({
  id: `GET ${path}`,
  method: 'GET',
  path,
  middleware: [],
  source: { file, line: 2 },
  ...more,
});
const names = ['+1.js', '-rf.js', 'a%20b.js', '%PATH%.js', 'spaced name.js', '$(touch pwned).js', 'a;b.js', "quote'd.js"];
const outside = makeFolder({ 'secret.txt': 'the secret outside' });

let one: TestStudio;
let port: number;
beforeAll(async () => {
  one = await openStudio({
    ...Object.fromEntries(names.map((name) => [`src/${name}`, 'first\nsecond\nthird\n'])),
    '.tool/model.json': modelText([
      ...names.map((name, index) => endpoint(`/n${index}`, `src/${name}`)),
      endpoint('/link', 'src/link.js'),
      endpoint('/up', '../secret.txt'),
      endpoint('/absolute', join(outside, 'secret.txt')),
      endpoint('/folder', 'linked/secret.txt'),
      endpoint('/gone', 'src/gone.js'),
      endpoint('/hostile', 'src/+1.js', { name: hostile, description: hostile }),
    ]),
  });
  symlinkSync(join(outside, 'secret.txt'), join(one.root, 'src/link.js'));
  symlinkSync(outside, join(one.root, 'linked'));
  port = one.studio.port;
});
afterAll(async () => {
  await one.close();
  rmSync(outside, { recursive: true, force: true });
});

const get = (path: string, headers: Readonly<Record<string, string>> = {}) => call(port, 'GET', path, { cookie: one.cookie, headers });
const EVERYWHERE = ['/', '/app.js', '/api/project', '/api/endpoints', '/api/events', '/nothing'];

describe('Prisma Studio listened on all interfaces', () => {
  test('the server listens on 127.0.0.1 and on nothing else', async () => {
    expect((one.studio.server.address() as AddressInfo).address).toBe('127.0.0.1');
    const others = Object.values(networkInterfaces())
      .flat()
      .filter((each) => each !== undefined && !each.internal && each.family === 'IPv4')
      .map((each) => each!.address);
    for (const host of [...others, '127.0.0.2']) {
      const reached = await new Promise<boolean>((resolve) => {
        const socket = connect({ host, port, timeout: 2_000 });
        socket.on('connect', () => {
          socket.destroy();
          resolve(true);
        });
        socket.on('error', () => resolve(false));
        socket.on('timeout', () => {
          socket.destroy();
          resolve(false);
        });
      });
      expect({ host, reached }).toEqual({ host, reached: false });
    }
  });
});

describe('DNS rebinding (MCP SDKs, CVE-2025-66416)', () => {
  test.each([
    'evil.test',
    'evil.test:8787',
    '127.0.0.1.nip.io',
    '127.0.0.1',
    'localhost',
    '0.0.0.0',
    '[::1]',
    '127.0.0.1:1',
    '',
    '127.0.0.1 evil.test',
    '127.1',
    '2130706433',
  ])('Host "%s" → 403', async (host) => {
    const named = /:\d+$|^$/.test(host) ? host : host === '127.0.0.1' || host === 'localhost' ? host : `${host}:${port}`;
    for (const path of EVERYWHERE) {
      const answer = await raw(port, `GET ${path} HTTP/1.1\r\nHost: ${named}\r\nCookie: ${one.cookie}\r\nConnection: close\r\n\r\n`);
      expect(answer.split('\r\n')[0]).toBe('HTTP/1.1 403 Forbidden');
    }
  });

  test('a missing Host → 403, in HTTP/1.1 and 1.0', async () => {
    expect(await raw(port, `GET / HTTP/1.1\r\nConnection: close\r\n\r\n`)).toMatch(/^HTTP\/1\.1 403 /);
    expect(await raw(port, `GET /api/project HTTP/1.0\r\nCookie: ${one.cookie}\r\n\r\n`)).toMatch(/^HTTP\/1\.1 403 /);
  });

  test('two Hosts → 403, in either order', async () => {
    const good = `Host: 127.0.0.1:${port}`;
    for (const hosts of [`${good}\r\nHost: evil.test`, `Host: evil.test\r\n${good}`, `${good}\r\n${good}`]) {
      expect(await raw(port, `GET / HTTP/1.1\r\n${hosts}\r\nConnection: close\r\n\r\n`)).toMatch(/^HTTP\/1\.1 403 /);
    }
  });

  test('our own names are answered', async () => {
    for (const host of [`127.0.0.1:${port}`, `localhost:${port}`, `LOCALHOST:${port}`]) {
      expect(await raw(port, `GET / HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)).toMatch(/^HTTP\/1\.1 200 /);
    }
  });
});

describe('foreign origins (Vite CVE-2025-24010, esbuild, webpack-dev-server CVE-2025-30360)', () => {
  const foreign = [
    'http://evil.test',
    'http://192.0.2.1:8787',
    'http://127.0.0.1',
    'http://127.0.0.1:1',
    'https://127.0.0.1:PORT',
    'http://localhost.evil.test:PORT',
    'null',
    'http://[::1]:PORT',
    'http://localhost:PORT',
    'file://',
    '',
  ];
  test.each(foreign)('Origin "%s" → 403 everywhere', async (origin) => {
    for (const path of EVERYWHERE) {
      const answer = await get(path, { origin: origin.replace('PORT', String(port)) });
      expect({ path, status: answer.status }).toEqual({ path, status: 403 });
    }
    const write = await call(port, 'POST', '/api/scan', {
      cookie: one.cookie,
      body: {},
      headers: { origin: origin.replace('PORT', String(port)) },
    });
    expect(write.status).toBe(403);
  });

  test('an upgrade from elsewhere → 403, from here → 426', async () => {
    const upgrade = (origin: string) =>
      raw(
        port,
        `GET /api/events HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nOrigin: ${origin}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n`,
      );
    expect(await upgrade('http://evil.test')).toMatch(/^HTTP\/1\.1 403 /);
    expect(await upgrade(`http://127.0.0.1:${port}`)).toMatch(/^HTTP\/1\.1 426 /);
  });

  test('no answer allows another origin, preflights included', async () => {
    const preflight = await call(port, 'OPTIONS', '/api/endpoints', {
      headers: { origin: 'http://evil.test', 'access-control-request-method': 'POST', 'access-control-request-headers': 'content-type' },
    });
    expect(preflight.status).toBe(403);
    for (const answer of [
      preflight,
      await get('/'),
      await get('/api/project'),
      await get('/api/project', { origin: `http://127.0.0.1:${port}` }),
      await get('/api/project', { origin: 'http://evil.test' }),
    ]) {
      expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
    }
  });

  test('the refusal does not rest on Sec-Fetch headers, and they can only refuse', async () => {
    expect(
      (await get('/api/project', { origin: 'http://evil.test', 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' })).status,
    ).toBe(403);
    expect((await get('/api/project', { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect((await get('/api/project', { 'sec-fetch-site': 'same-site' })).status).toBe(403);
    expect((await get('/api/project', { 'sec-fetch-site': 'same-origin' })).status).toBe(200);
    expect((await get('/api/project')).status).toBe(200);
  });
});

describe('no authentication between page and server (MCP Inspector CVE-2025-49596)', () => {
  /** Every operation that there is: a route without a guard would be one of them. */
  const operations = (): [string, string][] => {
    const text = readFileSync(new URL('../../../runtime/server/openapi.yaml', import.meta.url), 'utf8');
    const found: [string, string][] = [];
    let path = '';
    for (const line of text.split('\n')) {
      const key = /^ {2}(\/[^:]*):/.exec(line)?.[1];
      if (key !== undefined) path = key;
      const method = /^ {4}(get|post|put|patch|delete):/.exec(line)?.[1];
      if (method !== undefined && path.startsWith('/api/') && path !== '/api/session')
        found.push([method.toUpperCase(), path.replace(/\{(\w+)\}/g, 'x')]);
    }
    return found;
  };

  test('every call without the cookie → 401, reading included', async () => {
    const all = operations();
    expect(all.length).toBeGreaterThan(10);
    for (const [method, path] of all) {
      for (const cookie of [
        undefined,
        `${one.cookie.split('=')[0]}=`,
        `${one.cookie}x`,
        one.cookie.slice(0, -1),
        `other=${one.cookie.split('=')[1]}`,
      ]) {
        const answer = await call(port, method, path, {
          ...(cookie !== undefined && { cookie }),
          headers: { 'content-type': 'application/json' },
        });
        expect({ method, path, status: answer.status }).toEqual({ method, path, status: 401 });
      }
    }
    expect((await call(port, 'GET', '/api/whatever')).status).toBe(401);
  });

  test('the code is good once, and no other is', async () => {
    const code = new URL(one.studio.link()).hash.slice('#code='.length);
    for (const wrong of ['', 'x', `${code}x`, code.slice(1), 'undefined']) {
      expect([400, 401]).toContain((await call(port, 'POST', '/api/session', { body: { code: wrong } })).status);
    }
    const first = await call(port, 'POST', '/api/session', { body: { code } });
    expect(first.status).toBe(204);
    expect((await call(port, 'POST', '/api/session', { body: { code } })).status).toBe(401);
  });

  test("the cookie is HttpOnly, SameSite=Strict and for the API only; the secret is the owner's alone", async () => {
    const code = new URL(one.studio.link()).hash.slice('#code='.length);
    const cookie = String((await call(port, 'POST', '/api/session', { body: { code } })).headers['set-cookie']);
    expect(cookie).toMatch(new RegExp(`^tool_studio_${port}=[\\w-]{43}; Path=/api; HttpOnly; SameSite=Strict$`));
    expect(statSync(join(one.root, '.tool/cache/studio-secret')).mode & 0o777).toBe(0o600);
    expect(readFileSync(join(one.root, '.tool/.gitignore'), 'utf8')).toContain('cache/');
  });

  test('an open page survives a restart, and another project or port does not share its cookie', async () => {
    const files = { '.tool/model.json': modelText([]) };
    const other = await openStudio(files);
    try {
      expect((await call(other.studio.port, 'GET', '/api/project', { cookie: one.cookie })).status).toBe(401);
      expect(
        (await call(other.studio.port, 'GET', '/api/project', { cookie: `tool_studio_${other.studio.port}=${one.cookie.split('=')[1]}` }))
          .status,
      ).toBe(401);
      expect((await call(other.studio.port, 'GET', '/api/project', { cookie: await signIn(other.studio) })).status).toBe(200);
    } finally {
      await other.close();
    }
  });
});

describe('the token was in the page (Storybook CVE-2026-114126, Nuxt DevTools CVE-2026-71319)', () => {
  test('no file that is served without the cookie holds a code or the token', async () => {
    const code = new URL(one.studio.link()).hash.slice('#code='.length);
    for (const path of ['/', '/app.js', '/nothing', '/api/project']) {
      const answer = await call(port, 'GET', path);
      expect(answer.text).not.toContain(code);
      expect(answer.text).not.toContain(one.cookie.split('=')[1]);
      expect(answer.headers['set-cookie']).toBeUndefined();
    }
  });
});

describe('headers', () => {
  test.each(['/', '/app.js', '/api/project', '/api/nothing', '/nothing'])(
    '%s has a policy without inline code, nosniff, and is in no frame',
    async (path) => {
      const { headers } = await get(path);
      const policy = String(headers['content-security-policy']);
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("script-src 'self';");
      expect(policy).toContain("style-src 'self';");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toMatch(/unsafe|\*|https?:/);
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'cross-origin-resource-policy': 'same-origin',
        'referrer-policy': 'no-referrer',
      });
    },
  );

  test('hostile strings of the model travel as JSON and as nothing else', async () => {
    const answer = await get('/api/endpoints/one?id=GET%20%2Fhostile');
    expect(answer.headers['content-type']).toMatch(/^application\/json/);
    expect(answer.json.endpoint.description).toBe(hostile);
  });

  test('an unknown id comes back as JSON, too', async () => {
    const answer = await get(`/api/endpoints/one?id=${encodeURIComponent(hostile)}`);
    expect(answer.status).toBe(404);
    expect(answer.headers['content-type']).toMatch(/^application\/json/);
  });
});

describe('static files by path (Vite CVE-2025-30208, 31486, 32395)', () => {
  const attacks = [
    '/../package.json',
    '/..%2f..%2fetc/passwd',
    '/%2e%2e/%2e%2e/etc/passwd',
    '/....//etc/passwd',
    '//etc/passwd',
    '/@fs/etc/passwd',
    '/app.js?raw??',
    '/app.js?import&raw',
    '/%2fetc%2fpasswd',
    '/app.js/../../etc/passwd',
    '/\\..\\..\\etc\\passwd',
    '/app.js%00.txt',
    '/secret.txt',
    '/index.html',
    '/.tool/model.json',
    '/%61pp.js',
    '/APP.JS',
    '/app.js/',
    '/./app.js',
  ];
  test.each(attacks)('%s', async (path) => {
    const answer = await raw(port, `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n\r\n`);
    expect(answer).not.toMatch(/root:|not a type that is served|"dependencies"/);
    expect(answer).toMatch(/^HTTP\/1\.1 (?:404|400|403|200) /);
    if (/^HTTP\/1\.1 200 /.test(answer)) expect(answer).toMatch(/export \{\};$/);
  });

  test.each(['http://evil.test/', 'http://127.0.0.1/api/project', '*', 'app.js', '../../etc/passwd'])(
    'the request target "%s" is refused',
    async (target) => {
      expect(await raw(port, `GET ${target} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n\r\n`)).toMatch(
        /^HTTP\/1\.1 (?:400|403|404) /,
      );
    },
  );

  test('CONNECT is refused', async () => {
    expect(await raw(port, `CONNECT example.org:443 HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`)).toMatch(/^HTTP\/1\.1 403 /);
  });

  test('no target whatever gives a byte of a file that is not in the map', async () => {
    const part = fc.oneof(
      fc.constantFrom(
        '..',
        '.',
        '%2e%2e',
        '%2f',
        '%5c',
        '\\',
        '//',
        'app.js',
        'secret.txt',
        'index.html',
        '@fs',
        '?raw',
        '??',
        '#',
        '%00',
        'etc',
        'passwd',
      ),
      fc.webUrl().map((url) => encodeURIComponent(url.slice(8, 14))),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(part, { maxLength: 8 }), fc.constantFrom('/', ''), async (parts, between) => {
        const answer = await raw(port, `GET /${parts.join(between)} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n\r\n`);
        const body = answer.slice(answer.indexOf('\r\n\r\n') + 4);
        if (/^HTTP\/1\.1 200 /.test(answer)) expect(['export {};', '<!doctype html><title>page</title>']).toContain(body);
        else expect(answer).toMatch(/^HTTP\/1\.1 (?:400|401|403|404) /);
      }),
      { numRuns: 150 },
    );
  });
});

describe('open in editor (Metro CVE-2025-11953, launch-editor)', () => {
  const editor = makeFolder({ 'editor.sh': '#!/bin/sh\nprintf "%s\\n" "$@" > "$0.arguments"\n' });
  const recorded = join(editor, 'editor.sh.arguments');
  const before = process.env['LAUNCH_EDITOR'];
  beforeAll(() => {
    chmodSync(join(editor, 'editor.sh'), 0o755);
    process.env['LAUNCH_EDITOR'] = join(editor, 'editor.sh');
  });
  afterAll(() => {
    if (before === undefined) delete process.env['LAUNCH_EDITOR'];
    else process.env['LAUNCH_EDITOR'] = before;
    rmSync(editor, { recursive: true, force: true });
  });

  test.each(names.map((name, index) => [name, index] as const))('%s is a file name and nothing else', async (name, index) => {
    rmSync(recorded, { force: true });
    const answer = await call(port, 'POST', '/api/endpoints/open', { cookie: one.cookie, body: { id: `GET /n${index}` } });
    expect(answer.status).toBe(204);
    expect(readFileSync(recorded, 'utf8').trim().split('\n')).toEqual([join(one.root, 'src', name), '2', '1']);
    expect(existsSync(join(one.root, 'pwned'))).toBe(false);
  });

  test('it takes the id of an endpoint and no path', async () => {
    rmSync(recorded, { force: true });
    for (const body of [
      { id: '/etc/passwd' },
      { file: '/etc/passwd' },
      { id: 'GET /n0', file: '/etc/passwd', middleware: 99 },
      { id: 7 },
      { id: '' },
    ]) {
      expect([400, 404]).toContain((await call(port, 'POST', '/api/endpoints/open', { cookie: one.cookie, body })).status);
    }
    expect(existsSync(recorded)).toBe(false);
  });

  test.each(['/link', '/up', '/absolute', '/folder', '/gone'])('%s, whose file is not in the project, opens nothing', async (path) => {
    rmSync(recorded, { force: true });
    expect([403, 404]).toContain(
      (await call(port, 'POST', '/api/endpoints/open', { cookie: one.cookie, body: { id: `GET ${path}` } })).status,
    );
    expect(existsSync(recorded)).toBe(false);
  });
});

describe('source views', () => {
  test.each(['/link', '/up', '/absolute', '/folder'])('%s leads outside and shows nothing, symbolic links included', async (path) => {
    const answer = await get(`/api/endpoints/source?id=${encodeURIComponent(`GET ${path}`)}`);
    expect([403, 404]).toContain(answer.status);
    expect(answer.text).not.toContain('the secret outside');
  });

  test("a folder whose name begins with the project's is not inside it", async () => {
    const beside = `${one.root}-beside`;
    mkdirSync(beside);
    writeFileSync(join(beside, 'secret.txt'), 'the secret outside');
    try {
      const next = await openStudio({}, { root: one.root });
      writeFileSync(
        join(one.root, '.tool/model.json'),
        readFileSync(join(one.root, '.tool/model.json'), 'utf8').replace('../secret.txt', `../${beside.split('/').at(-1)}/secret.txt`),
      );
      try {
        expect((await call(next.studio.port, 'GET', '/api/endpoints/source?id=GET%20%2Fup', { cookie: next.cookie })).status).toBe(403);
      } finally {
        await next.close();
      }
    } finally {
      rmSync(beside, { recursive: true, force: true });
    }
  });

  test('a file of the project is shown around its line', async () => {
    expect((await get('/api/endpoints/source?id=GET%20%2Fn0&around=1')).json).toEqual({
      file: 'src/+1.js',
      line: 2,
      from: 1,
      lines: ['first', 'second', 'third'],
      total: 4,
    });
  });
});

describe('writes (simple requests of other pages)', () => {
  test.each([
    '',
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'text/plain; application/json',
    'application/jsonp',
  ])('content type "%s" → 415', async (type) => {
    for (const path of ['/api/scan', '/api/endpoints/open', '/api/session']) {
      const answer = await call(port, 'POST', path, { cookie: one.cookie, body: '{"id":"GET /n0"}', headers: { 'content-type': type } });
      expect({ path, status: answer.status }).toEqual({ path, status: 415 });
    }
  });

  test('a body without end is cut off', async () => {
    expect((await call(port, 'POST', '/api/session', { body: JSON.stringify({ code: 'x'.repeat(9 * 2 ** 20) }) })).status).toBe(413);
  });

  test('what is no object of JSON → 400', async () => {
    for (const body of ['', '{', '[]', 'null', '"x"', '7'])
      expect((await call(port, 'POST', '/api/session', { body, headers: { 'content-type': 'application/json' } })).status).toBe(400);
  });
});

describe('events', () => {
  test('the stream needs the cookie and is not for other origins', async () => {
    expect((await call(port, 'GET', '/api/events')).status).toBe(401);
    expect((await call(port, 'GET', '/api/events', { cookie: one.cookie, headers: { origin: 'http://evil.test' } })).status).toBe(403);
    const stream = await listen(port, one.cookie);
    await stream.until((events) => events.some(({ event }) => event === 'hello'));
    stream.close();
  });
});
