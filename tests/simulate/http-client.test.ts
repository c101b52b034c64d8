import { createServer, type IncomingMessage, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  createCookieJar,
  createHttpClient,
  type HttpClientOptions,
  type HttpOutcome,
  type HttpRequest,
} from '../../runtime/simulate/index.js';
import { faultPaths, startFaultServer, startTlsServer, type FaultServer } from '../support/fault-server.js';

let faults: FaultServer;
const folder = mkdtempSync(join(tmpdir(), 'tool-http-'));
const closers: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  faults = await startFaultServer();
});
afterAll(async () => {
  for (const close of closers) await close();
  await faults.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Short limits: a fault must show in a test, not in half a minute. */
const limits: HttpClientOptions = {
  connectTimeoutMs: 2_000,
  timeoutMs: 1_500,
  bodyTimeoutMs: 20_000,
  maxBodyBytes: 1024 * 1024,
  streamMs: 100,
  environment: {},
};

async function once(request: Partial<HttpRequest> & { readonly url: string }, options: HttpClientOptions = {}): Promise<HttpOutcome> {
  const client = createHttpClient({ ...limits, ...options });
  try {
    return await client.send({ method: 'GET', ...request });
  } finally {
    await client.close();
  }
}

const failureOf = (outcome: HttpOutcome) => {
  if (outcome.ok) throw new Error(`it was answered with ${outcome.response.status}`);
  return outcome.failure;
};
const responseOf = (outcome: HttpOutcome) => {
  if (!outcome.ok) throw new Error(`${outcome.failure.kind}: ${outcome.failure.message}`);
  return outcome.response;
};

describe('a fault of the server is told precisely', () => {
  test.each([
    ['/slow-headers', 'timeout-headers', /sent no answer within 1500 ms/],
    ['/slow-body', 'timeout-total', /not complete within 1500 ms/],
    ['/trickle', 'timeout-total', /not complete within 1500 ms/],
    ['/reset', 'reset', /without an answer/],
    ['/close', 'reset', /without an answer/],
    ['/truncated', 'reset', /in the middle/],
    ['/truncated-chunk', 'reset', /in the middle/],
    ['/truncated-gzip', 'encoding', /gzip.*ends too early/],
    ['/not-http', 'protocol', /does not answer with HTTP/],
    ['/no-gzip', 'encoding', /announced as gzip/],
    ['/announced-100-mb', 'too-large', /104857600 bytes are announced/],
    ['/chunked-100-mb', 'too-large', /limit of 1048576 bytes/],
    ['/gzip-bomb', 'too-large', /decompresses to more than/],
    ['/circle', 'redirect', /More than 10 redirects/],
    ['/nowhere', 'redirect', /not a URL/],
    ['/huge-header', 'protocol', /headers.*larger/],
  ])('%s: %s', async (path, kind, message) => {
    const failure = failureOf(await once({ url: faults.url + path }));
    expect(failure).toMatchObject({ kind, unreachable: false, message: expect.stringMatching(message) });
  });

  test('a body that stands still is given up before the whole exchange is', async () => {
    expect(failureOf(await once({ url: `${faults.url}/slow-body` }, { bodyTimeoutMs: 1_000, timeoutMs: 20_000 }))).toMatchObject({
      kind: 'timeout-body',
      status: 200,
    });
  }, 20_000);

  test('more bytes than announced do not harm the next request', async () => {
    const client = createHttpClient(limits);
    const first = await client.send({ method: 'GET', url: `${faults.url}/too-long` });
    expect(first.ok ? first.response.text : first.failure.kind).toMatch(/^(\{\}|protocol|length)$/);
    expect(responseOf(await client.send({ method: 'GET', url: `${faults.url}/ok` })).status).toBe(200);
    await client.close();
  });

  test('JSON that is none has a place', async () => {
    expect(responseOf(await once({ url: `${faults.url}/not-json` })).json).toEqual({
      ok: false,
      message: expect.stringContaining('line 1, column 9'),
    });
  });

  test('after all faults the same client works and leaves nothing open', async () => {
    const client = createHttpClient({ ...limits, timeoutMs: 300 });
    const outcomes = await Promise.all(faultPaths.map((path) => client.send({ method: 'GET', url: faults.url + path })));
    expect(outcomes).toHaveLength(faultPaths.length);
    for (const outcome of outcomes) expect(outcome.ok || outcome.failure.message.length > 20).toBe(true);
    expect(responseOf(await client.send({ method: 'GET', url: `${faults.url}/ok` })).json).toEqual({ ok: true, value: { ok: true } });
    await client.close();
    for (let look = 0; faults.open() > 0 && look < 200; look++)
      await new Promise((resolve) => {
        setTimeout(resolve, 10);
      });
    expect(faults.open()).toBe(0);
  }, 20_000);

  test('nobody there', async () => {
    const port = await freePort();
    expect(failureOf(await once({ url: `http://127.0.0.1:${port}/` }))).toMatchObject({
      kind: 'refused',
      unreachable: true,
      message: expect.stringContaining(`127.0.0.1:${port}`),
    });
    expect(failureOf(await once({ url: `http://localhost:${port}/` }))).toMatchObject({ kind: 'refused', unreachable: true });
    expect(failureOf(await once({ url: 'http://no-such-host.invalid/' }))).toMatchObject({ kind: 'dns', unreachable: true });
  });

  test.each([
    [{ url: 'nonsense' }],
    [{ url: 'ftp://127.0.0.1/' }],
    [{ url: 'http://127.0.0.1/', headers: { 'x-a': 'a\r\nb: c' } }],
    [{ url: 'http://127.0.0.1/', headers: { 'a b': 'c' } }],
    [{ url: 'http://127.0.0.1/', body: { kind: 'file', path: '/no/such/file' } }],
  ] as readonly [Partial<HttpRequest> & { url: string }][])('what cannot be sent is said and not sent: %j', async (request) => {
    expect(failureOf(await once(request))).toMatchObject({ kind: 'invalid-request', unreachable: false });
  });

  test('the caller can give up', async () => {
    const controller = new AbortController();
    setTimeout(() => {
      controller.abort();
    }, 50);
    expect(failureOf(await once({ url: `${faults.url}/slow-headers`, signal: controller.signal }))).toMatchObject({ kind: 'aborted' });
    expect(failureOf(await once({ url: `${faults.url}/ok`, signal: AbortSignal.abort() }))).toMatchObject({ kind: 'aborted' });
  });
});

describe('answers', () => {
  test.each(['/gzip', '/br', '/deflate', '/raw-deflate', '/twice'])('%s is decompressed', async (path) => {
    expect(responseOf(await once({ url: faults.url + path })).json).toEqual({ ok: true, value: { packed: true } });
  });
  test('character sets', async () => {
    expect(responseOf(await once({ url: `${faults.url}/latin1` })).text).toBe('café');
  });
  test('no content', async () => {
    expect(responseOf(await once({ url: `${faults.url}/no-content` }))).toMatchObject({ status: 204, text: '' });
  });
  test('a body that ends with the connection', async () => {
    expect(responseOf(await once({ url: `${faults.url}/until-close` })).json).toEqual({ ok: true, value: { ok: true } });
  });
  test('informational answers are passed over', async () => {
    expect(responseOf(await once({ url: `${faults.url}/continue` }))).toMatchObject({ status: 200 });
  });
  test('an event stream is listened to for a while', async () => {
    expect(responseOf(await once({ url: `${faults.url}/events` }))).toMatchObject({ status: 200, text: 'data: a\n\n', endless: true });
  });
  test('latency is that of the request', async () => {
    const { timing } = await once({ url: `${faults.url}/ok` });
    expect(timing.totalMs).toBeGreaterThanOrEqual(timing.headersMs!);
    expect(timing.headersMs).toBeGreaterThan(0);
  });
});

/** A server that says what it got; `/to?<url>` redirects there. */
async function startEcho(): Promise<{
  url: string;
  seen: { url: string; method: string; headers: IncomingMessage['headers']; body: string }[];
}> {
  const seen: { url: string; method: string; headers: IncomingMessage['headers']; body: string }[] = [];
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request
      .on('data', (chunk: Buffer) => chunks.push(chunk))
      .on('end', () => {
        const { url = '', method = '', headers } = request;
        seen.push({ url, method, headers, body: Buffer.concat(chunks).toString() });
        const [, status, to] = /^\/(30\d)\?(.*)$/.exec(url) ?? [];
        if (to !== undefined) {
          response.writeHead(Number(status), { location: decodeURIComponent(to) }).end();
          return;
        }
        if (url === '/set') response.setHeader('set-cookie', ['sid=abc; Path=/; HttpOnly', 'theme=dark; Path=/deep']);
        response
          .setHeader('content-type', 'application/json')
          .end(JSON.stringify({ method, headers, body: Buffer.concat(chunks).toString() }));
      });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  closers.push(
    () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(resolve);
      }),
  );
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen };
}

const freePort = async (): Promise<number> => {
  const server = createServer();
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => {
    server.close(resolve);
  });
  return port;
};

describe('redirects', () => {
  const secret = { authorization: 'Bearer t', cookie: 'sid=1', 'x-api-key': 'k', 'x-plain': 'p' };

  test('on the same origin they keep the credentials, and a POST becomes a GET where browsers do so', async () => {
    const { url, seen } = await startEcho();
    const outcome = await once({ url: `${url}/302?/there`, method: 'POST', headers: secret, body: { kind: 'json', value: { a: 1 } } });
    expect(responseOf(outcome).url).toBe(`${url}/there`);
    expect(outcome.redirects).toEqual([{ status: 302, from: `${url}/302?/there`, to: `${url}/there` }]);
    expect(seen[1]).toMatchObject({ method: 'GET', body: '', headers: { authorization: 'Bearer t', 'x-api-key': 'k' } });
    expect(seen[1]!.headers['content-type']).toBeUndefined();
    await once({ url: `${url}/307?/there`, method: 'POST', body: { kind: 'json', value: { a: 1 } } });
    expect(seen[3]).toMatchObject({ method: 'POST', body: '{"a":1}', headers: { 'content-type': 'application/json' } });
  });

  test('to another origin they are the answer, or are followed without credentials', async () => {
    const [here, there] = [await startEcho(), await startEcho()];
    const request = { url: `${here.url}/302?${encodeURIComponent(`${there.url}/x`)}`, headers: secret };
    expect(responseOf(await once(request)).status).toBe(302);
    expect(there.seen).toEqual([]);
    expect(responseOf(await once({ ...request, redirects: 'any' })).status).toBe(200);
    expect(there.seen).toHaveLength(1);
    for (const name of ['authorization', 'cookie', 'x-api-key']) expect(there.seen[0]!.headers[name]).toBeUndefined();
    expect(there.seen[0]!.headers['x-plain']).toBe('p');
  });

  test('never take a body to another origin', async () => {
    const [here, there] = [await startEcho(), await startEcho()];
    const failure = failureOf(
      await once({
        url: `${here.url}/308?${encodeURIComponent(there.url)}`,
        method: 'POST',
        redirects: 'any',
        body: { kind: 'json', value: { password: 'x' } },
      }),
    );
    expect(failure).toMatchObject({ kind: 'redirect', message: expect.stringContaining(there.url) });
    expect(there.seen).toEqual([]);
  });

  test('may be the answer', async () => {
    const { url } = await startEcho();
    expect(responseOf(await once({ url: `${url}/302?/there`, redirects: 'manual' })).status).toBe(302);
  });
});

describe('what is sent', () => {
  test('forms, parts, files and bytes', async () => {
    const { url, seen } = await startEcho();
    const file = join(folder, 'cover.png');
    writeFileSync(file, 'bytes of a picture');
    await once({
      url,
      method: 'POST',
      body: {
        kind: 'form',
        fields: [
          ['a', '1 & 2'],
          ['a', 'ü'],
        ],
      },
    });
    await once({ url, method: 'PUT', body: { kind: 'file', path: file, contentType: 'image/png' } });
    await once({ url, method: 'POST', body: { kind: 'bytes', bytes: Buffer.from([1, 2, 3]) } });
    const multipart: HttpRequest['body'] = {
      kind: 'multipart',
      parts: [
        { name: 'title', value: 'T"' },
        { name: 'cover', value: 'data', fileName: 'c.png', contentType: 'image/png' },
      ],
    };
    await once({ url, method: 'POST', body: multipart });
    await once({ url, method: 'POST', body: multipart });
    expect(seen[0]).toMatchObject({ body: 'a=1+%26+2&a=%C3%BC', headers: { 'content-type': 'application/x-www-form-urlencoded' } });
    expect(seen[1]).toMatchObject({ method: 'PUT', body: 'bytes of a picture', headers: { 'content-type': 'image/png' } });
    expect(seen[2]).toMatchObject({ body: '\u0001\u0002\u0003', headers: { 'content-length': '3' } });
    const form = await new Response(seen[3]!.body, { headers: { 'content-type': seen[3]!.headers['content-type']! } }).formData();
    expect(form.get('title')).toBe('T"');
    expect((form.get('cover') as File).name).toBe('c.png');
    // Repeatable byte for byte, the boundary included.
    expect(seen[4]!.body).toBe(seen[3]!.body);
  });

  test('a content type of the caller is kept, and the record says what was sent', async () => {
    const { url, seen } = await startEcho();
    const outcome = await once({
      url,
      method: 'POST',
      headers: { 'Content-Type': 'application/vnd.api+json' },
      body: { kind: 'json', value: { a: 1 } },
    });
    expect(seen[0]!.headers['content-type']).toBe('application/vnd.api+json');
    expect(outcome.sent).toMatchObject({
      method: 'POST',
      bodyText: '{"a":1}',
      bodyBytes: 7,
      headers: { 'content-type': 'application/vnd.api+json' },
    });
  });

  test('cookies are kept by the user they were given to', async () => {
    const { url, seen } = await startEcho();
    const client = createHttpClient(limits);
    const [ann, ben] = [createCookieJar(), createCookieJar()];
    await client.send({ method: 'GET', url: `${url}/set`, cookies: ann });
    await client.send({ method: 'GET', url: `${url}/a`, cookies: ann });
    await client.send({ method: 'GET', url: `${url}/deep/b`, cookies: ann });
    await client.send({ method: 'GET', url: `${url}/a`, cookies: ben });
    await client.send({ method: 'GET', url: `${url}/a` });
    await client.close();
    expect(seen.map(({ headers }) => headers.cookie)).toEqual([undefined, 'sid=abc', 'theme=dark; sid=abc', undefined, undefined]);
  });

  test('connections are kept', async () => {
    const counted = await startFaultServer();
    closers.push(() => counted.close());
    const client = createHttpClient(limits);
    for (let i = 0; i < 20; i++) responseOf(await client.send({ method: 'GET', url: `${counted.url}/ok` }));
    expect(counted.open()).toBeLessThanOrEqual(2);
    await client.close();
  });
});

describe('TLS and proxies', () => {
  test('a certificate that nobody trusts is explained, accepted on demand, and trusted when it is named', async () => {
    const server = await startTlsServer();
    closers.push(() => server.close());
    const certificate = join(folder, 'certificate.pem');
    writeFileSync(certificate, server.certificate);
    expect(failureOf(await once({ url: server.url }))).toMatchObject({
      kind: 'tls',
      unreachable: true,
      message: expect.stringContaining('self-signed'),
      help: expect.stringContaining('NODE_EXTRA_CA_CERTS'),
    });
    expect(responseOf(await once({ url: server.url }, { insecure: true })).json).toEqual({ ok: true, value: { secure: true } });
    expect(responseOf(await once({ url: server.url }, { environment: { SSL_CERT_FILE: certificate } })).status).toBe(200);
    expect(
      failureOf(await once({ url: server.url.replace('localhost', '127.0.0.1') }, { environment: { SSL_CERT_FILE: certificate } })),
    ).toMatchObject({ kind: 'tls', message: expect.stringContaining('another name') });
    expect(() => createHttpClient({ environment: { SSL_CERT_FILE: '/no/such.pem' } })).toThrow(/SSL_CERT_FILE/);
  });

  test('https to a server without TLS says so', async () => {
    const failure = failureOf(await once({ url: (await startEcho()).url.replace('http:', 'https:') }));
    expect(failure).toMatchObject({ kind: 'tls', unreachable: true, message: expect.stringContaining('does not speak TLS') });
  });

  test('the proxy of the environment is used, and loopback is reached without it', async () => {
    const target = await startEcho();
    const requested: string[] = [];
    const proxy = createServer((request, response) => {
      requested.push(request.url ?? '');
      response.end('{"proxied":true}');
    });
    proxy.on('connect', (request, socket) => {
      requested.push(request.url ?? '');
      const through = connect(Number(new URL(target.url).port), '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n');
        through.pipe(socket);
        socket.pipe(through);
      });
      through.on('error', () => {
        socket.destroy();
      });
      socket.on('error', () => {
        through.destroy();
      });
    });
    await new Promise<void>((resolve) => {
      proxy.listen(0, '127.0.0.1', resolve);
    });
    closers.push(
      () =>
        new Promise((resolve) => {
          proxy.closeAllConnections();
          proxy.close(resolve);
        }),
    );
    const environment = { HTTP_PROXY: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}` };
    responseOf(await once({ url: `${target.url}/direct` }, { environment }));
    expect(requested).toEqual([]);
    expect(responseOf(await once({ url: 'http://api.example.invalid/a' }, { environment })).status).toBe(200);
    expect(requested).toHaveLength(1);
    expect(
      failureOf(await once({ url: 'http://api.example.invalid/a' }, { environment: { ...environment, NO_PROXY: '.example.invalid' } })),
    ).toMatchObject({ kind: 'dns' });
    expect(requested).toHaveLength(1);
  });
});
