import { getEventListeners } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createHttpClient } from '../../runtime/simulate/index.js';
import { createAddressReader } from '../../runtime/simulate/address.js';
import { Deadlines } from '../../runtime/simulate/deadlines.js';

describe('an address', () => {
  const paths = [
    '/',
    '/a',
    '/a/b.c',
    '/a//b',
    '/a/',
    '/a?b=c&d=%20/../x',
    '/a/./b',
    '/a/../b',
    '/a/..',
    '/.',
    '/.hidden',
    '/a/%2e%2E/b',
    '/a/%2Eb',
    '/a b',
    '/a"b',
    "/a'b",
    "/a?q='",
    '/a<b>',
    '/ä',
    '/a?ä',
    '/a#b',
    '/a?b#c',
    '/a\\b',
    '/a|b',
    '/a^b',
    '/a`b',
    '/{a}',
    '/[a]',
    '/a%',
    '/a%zz',
    '/a:b@c',
    '/a\tb',
    '/a\nb',
    '/~a!$&()*+,;=',
    '/?',
    '/a?',
    '/a??b',
    '//x',
    '/a ',
    '/%2f%5c',
  ];
  test.each([
    'http://127.0.0.1:8080',
    'https://api.example.com',
    'http://localhost',
    'http://[::1]:3000',
    'http://API.example.com',
    'http://h:80',
    'https://h:443',
    'http://me:secret@h',
    'http://h:080',
  ])('at %s is what a parser makes of it, also when the origin is known', (origin) => {
    const read = createAddressReader();
    read(`${origin}/`);
    for (const path of [...paths, ...paths]) {
      const parsed = new URL(origin + path);
      const address = read(origin + path);
      expect([path, address.origin, address.path]).toEqual([path, parsed.origin, parsed.pathname + parsed.search]);
      expect(address.href).toBe(parsed.href);
      expect(address.url.href).toBe(parsed.href);
      expect(address.hasUser).toBe(parsed.username !== '');
    }
  });

  test('without a path, and what is none', () => {
    const read = createAddressReader();
    expect(read('http://h').path).toBe('/');
    expect(read('http://h?a=b').path).toBe('/?a=b');
    expect(() => read('/a')).toThrow('Invalid URL');
    expect(() => read('http://')).toThrow('Invalid URL');
  });
});

describe('time limits', () => {
  test('each is told when it is over, and only those that were not taken out', async () => {
    const deadlines = new Deadlines();
    const started = performance.now();
    const over: [string, number][] = [];
    const limited = (name: string) => ({
      overdue: () => {
        over.push([name, performance.now() - started]);
      },
    });
    const removed = limited('removed');
    deadlines.add(limited('long'), started + 120);
    deadlines.add(removed, started + 30);
    deadlines.add(limited('short'), started + 60);
    deadlines.remove(removed);
    await new Promise((resolve) => {
      setTimeout(resolve, 400);
    });
    expect(over.map(([name]) => name)).toEqual(['short', 'long']);
    expect(over[0]![1]).toBeGreaterThanOrEqual(60);
    expect(over[1]![1]).toBeGreaterThanOrEqual(120);
  });

  test('what is added by what is over is told, too', async () => {
    const deadlines = new Deadlines();
    await new Promise<void>((resolve) => {
      deadlines.add(
        {
          overdue: () => {
            deadlines.add({ overdue: resolve }, performance.now() + 5);
          },
        },
        performance.now() + 5,
      );
      setTimeout(() => undefined, 200);
    });
  });
});

describe('connections', () => {
  /** Answers when it is told to. */
  const waiting: ServerResponse[] = [];
  const asked: string[] = [];
  let sockets = 0;
  const server = createServer((request, response) => {
    asked.push(request.url!);
    waiting.push(response);
  }).on('connection', () => {
    sockets++;
  });
  let url = '';
  beforeAll(async () => {
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  const until = async (holds: () => boolean): Promise<void> => {
    while (!holds())
      await new Promise((resolve) => {
        setTimeout(resolve, 5);
      });
  };

  test('are as many as allowed; others wait, in their order, and what was given up is never sent', async () => {
    const client = createHttpClient({ connections: 2, environment: {} });
    const controller = new AbortController();
    const outcomes = [1, 2, 3, 4, 5].map((number) =>
      client.send({ method: 'GET', url: `${url}/${number}`, ...(number === 3 && { signal: controller.signal }) }),
    );
    await until(() => waiting.length === 2);
    controller.abort();
    expect(await outcomes[2]).toMatchObject({ ok: false, failure: { kind: 'aborted' } });
    for (let answered = 0; answered < 4; answered++) {
      await until(() => waiting.length > 0);
      expect(waiting.length).toBeLessThanOrEqual(2);
      waiting.shift()!.end('{}');
    }
    expect((await Promise.all(outcomes)).map(({ ok }) => ok)).toEqual([true, true, false, true, true]);
    expect(asked).toEqual(['/1', '/2', '/4', '/5']);
    expect(sockets).toBe(2);
    await client.close();
  });

  test('one is used again after it failed, and a signal is listened to once', async () => {
    const client = createHttpClient({ connections: 1, environment: {} });
    const { signal } = new AbortController();
    const failed = client.send({ method: 'GET', url: `${url}/fail`, signal });
    await until(() => waiting.length > 0);
    waiting.shift()!.destroy();
    expect(await failed).toMatchObject({ ok: false, failure: { kind: 'reset' } });
    for (let round = 0; round < 3; round++) {
      const sent = client.send({ method: 'GET', url: `${url}/again`, signal });
      await until(() => waiting.length > 0);
      waiting.shift()!.end('{}');
      expect((await sent).ok).toBe(true);
    }
    expect(getEventListeners(signal, 'abort')).toHaveLength(1);
    await client.close();
  });
});
