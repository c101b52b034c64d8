import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the server was asked, in order. */
export interface Asked {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export interface DeskServer {
  readonly baseUrl: string;
  readonly asked: Asked[];
  /** Desks that are there now. */
  readonly desks: Map<string, { owner: string; label: string; size: number }>;
  readonly accounts: Map<string, string>;
  /** Answers the next requests to /flaky with these statuses. */
  readonly flaky: number[];
  close(): Promise<void>;
}

/** A small API with accounts, tokens and things that belong to them. Every answer is decided by what was sent before. */
export async function startDeskServer(): Promise<DeskServer> {
  const accounts = new Map<string, string>();
  const tokens = new Map<string, string>();
  const sessions = new Map<string, string>();
  const desks: DeskServer['desks'] = new Map();
  const flaky: number[] = [];
  const asked: Asked[] = [];
  const jobs = new Map<string, number>();
  let counter = 0;

  const handle = (request: IncomingMessage, response: ServerResponse, text: string): void => {
    const url = new URL(request.url!, 'http://desk');
    const send = (status: number, value?: unknown, headers: Record<string, string> = {}): void => {
      const body = value === undefined ? '' : JSON.stringify(value);
      response.writeHead(status, { ...(body === '' ? {} : { 'content-type': 'application/json' }), ...headers }).end(body);
    };
    const type = request.headers['content-type'] ?? '';
    const parse = (): Record<string, unknown> =>
      type.includes('urlencoded')
        ? Object.fromEntries(new URLSearchParams(text))
        : text === ''
          ? {}
          : (JSON.parse(text) as Record<string, unknown>);
    const user = tokens.get((request.headers.authorization ?? '').replace(/^Bearer /, ''));
    const route = `${request.method} ${url.pathname}`;
    const one = /^\/desks\/([^/]+)$/.exec(url.pathname)?.[1];
    if (route === 'POST /accounts') {
      const { email, password } = parse();
      if (typeof email !== 'string' || !email.includes('@') || typeof password !== 'string' || password.length < 8)
        return send(400, { error: 'email and password of 8 letters' });
      if (accounts.has(email)) return send(409, { error: `${email} is taken` });
      accounts.set(email, password);
      return send(201, { data: { id: `acc-${++counter}`, email } });
    }
    if (route === 'POST /tokens') {
      const { email, password } = parse();
      if (accounts.get(String(email)) !== password) return send(401, { error: 'wrong account' });
      const token = `desk-token-${++counter}-${'x'.repeat(12)}`;
      tokens.set(token, String(email));
      return send(201, { data: { token } });
    }
    if (route === 'POST /sessions') {
      const session = `session-${++counter}`;
      sessions.set(session, String(parse()['email']));
      return send(200, { ok: true }, { 'set-cookie': `desk_session=${session}; HttpOnly; Path=/` });
    }
    if (route === 'GET /sessions/me') {
      const session = /desk_session=([^;]+)/.exec(request.headers.cookie ?? '')?.[1];
      return session !== undefined && sessions.has(session)
        ? send(200, { email: sessions.get(session) })
        : send(401, { error: 'no session' });
    }
    if (route === 'GET /flaky') {
      const status = flaky.shift() ?? 200;
      return send(status, { status }, status === 503 ? { 'retry-after': '0' } : {});
    }
    if (route === 'POST /jobs') {
      const id = `job-${++counter}`;
      jobs.set(id, 0);
      return send(202, { id }, { location: `/jobs/${id}` });
    }
    if (request.method === 'GET' && url.pathname.startsWith('/jobs/')) {
      const id = url.pathname.slice('/jobs/'.length);
      const polls = (jobs.get(id) ?? 0) + 1;
      jobs.set(id, polls);
      return send(200, { id, state: polls < 3 ? 'running' : 'done', polls });
    }
    if (route === 'GET /moved') return send(302, undefined, { location: '/health' });
    if (route === 'GET /health') return send(200, { ok: true });
    if (route === 'POST /echo') return send(200, { type, text, parsed: /json|urlencoded/.test(type) ? parse() : null });
    if (url.pathname === '/slow')
      return void setTimeout(() => {
        send(200, { slow: true });
      }, 5_000).unref();
    if (url.pathname === '/desks' || one !== undefined) {
      if (user === undefined) return send(401, { error: 'no token' });
      if (route === 'POST /desks') {
        const { label, size } = parse();
        if (typeof label !== 'string' || label === '' || typeof size !== 'number') return send(400, { error: 'label and size' });
        const id = `desk-${++counter}`;
        desks.set(id, { owner: user, label, size });
        return send(201, { data: { id, label, size } });
      }
      if (route === 'GET /desks')
        return send(200, { data: [...desks].filter(([, desk]) => desk.owner === user).map(([id, desk]) => ({ id, ...desk })) });
      const desk = desks.get(decodeURIComponent(one ?? ''));
      if (desk === undefined || desk.owner !== user) return send(404, { error: 'no desk' });
      if (request.method === 'DELETE') {
        desks.delete(one!);
        return send(204);
      }
      return send(200, { data: { id: one, ...desk } });
    }
    return send(404, { error: 'no such path' });
  };

  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      asked.push({ method: request.method!, url: request.url!, headers: request.headers, body });
      try {
        handle(request, response, body);
      } catch (error) {
        response.writeHead(500).end(String(error));
      }
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    desks,
    accounts,
    flaky,
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}
