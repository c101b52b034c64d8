import { createServer as createTlsServer } from 'node:https';
import { createServer, type Server, type Socket } from 'node:net';
import { gzipSync, brotliCompressSync, deflateSync, deflateRawSync } from 'node:zlib';

/** 100 MB, in as many parts: compressing them all when they are asked for would take as long as the client waits. */
const GZIP_BOMB = Buffer.concat(new Array<Buffer>(100).fill(gzipSync(Buffer.alloc(1024 * 1024))));

/** What the server does with a connection, by the path that is asked for. It answers in raw bytes: no library would let it misbehave so. */
const BEHAVIOURS: Readonly<Record<string, (socket: Socket, head: string) => void>> = {
  '/ok': (socket) => {
    socket.write(answer('{"ok":true}'));
  },
  '/slow-headers': () => {
    /* nothing ever comes */
  },
  '/slow-body': (socket) => {
    socket.write('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"a":');
  },
  '/trickle': (socket) => {
    socket.write('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n');
    const timer = setInterval(() => {
      socket.write('1\r\n \r\n');
    }, 20);
    socket.on('close', () => {
      clearInterval(timer);
    });
  },
  '/reset': (socket) => {
    socket.resetAndDestroy();
  },
  '/close': (socket) => {
    socket.end();
  },
  '/truncated': (socket) => {
    socket.end('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"a":1');
  },
  '/truncated-chunk': (socket) => {
    socket.end('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{"a"');
  },
  '/truncated-gzip': (socket) => {
    socket.write(answer(gzipSync('{"a":1}'.repeat(100)).subarray(0, 20), 'Content-Encoding: gzip\r\n'));
  },
  '/too-long': (socket) => {
    socket.end('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}{"more":true}');
  },
  '/not-http': (socket) => {
    socket.end('SSH-2.0-OpenSSH_9.6\r\n');
  },
  '/not-json': (socket) => {
    socket.write(answer('{"a": 1,}'));
  },
  '/no-gzip': (socket) => {
    socket.write(answer('plain text', 'Content-Encoding: gzip\r\n'));
  },
  '/announced-100-mb': (socket) => {
    socket.write(`HTTP/1.1 200 OK\r\nContent-Type: application/octet-stream\r\nContent-Length: ${100 * 1024 * 1024}\r\n\r\n`);
    flood(socket, '', 'x'.repeat(65536));
  },
  '/chunked-100-mb': (socket) => {
    socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n');
    flood(socket, '10000\r\n', `${'x'.repeat(65536)}\r\n`);
  },
  '/gzip-bomb': (socket) => {
    socket.write(answer(GZIP_BOMB, 'Content-Encoding: gzip\r\n'));
  },
  '/gzip': (socket) => {
    socket.write(answer(gzipSync('{"packed":true}'), 'Content-Encoding: gzip\r\n'));
  },
  '/br': (socket) => {
    socket.write(answer(brotliCompressSync('{"packed":true}'), 'Content-Encoding: br\r\n'));
  },
  '/deflate': (socket) => {
    socket.write(answer(deflateSync('{"packed":true}'), 'Content-Encoding: deflate\r\n'));
  },
  '/raw-deflate': (socket) => {
    socket.write(answer(deflateRawSync('{"packed":true}'), 'Content-Encoding: deflate\r\n'));
  },
  '/twice': (socket) => {
    socket.write(answer(brotliCompressSync(gzipSync('{"packed":true}')), 'Content-Encoding: gzip, br\r\n'));
  },
  '/events': (socket) => {
    socket.write('HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n9\r\ndata: a\n\n\r\n');
  },
  '/circle': (socket) => {
    socket.write('HTTP/1.1 302 Found\r\nLocation: /circle\r\nContent-Length: 0\r\n\r\n');
  },
  '/nowhere': (socket) => {
    socket.write('HTTP/1.1 302 Found\r\nLocation: http://[::bad\r\nContent-Length: 0\r\n\r\n');
  },
  '/huge-header': (socket) => {
    socket.write(`HTTP/1.1 200 OK\r\nX-Huge: ${'x'.repeat(100_000)}\r\nContent-Length: 0\r\n\r\n`);
  },
  '/latin1': (socket) => {
    socket.write(answer(Buffer.from('caf\u00e9', 'latin1'), 'Content-Type: text/plain; charset=iso-8859-1\r\n'));
  },
  '/no-content': (socket) => {
    socket.write('HTTP/1.1 204 No Content\r\n\r\n');
  },
  '/until-close': (socket) => {
    socket.end('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\n\r\n{"ok":true}');
  },
  '/continue': (socket) => {
    socket.write(`HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n${answer('{"ok":true}')}`);
  },
};

/** Every path at which the server misbehaves or answers. */
export const faultPaths: readonly string[] = Object.keys(BEHAVIOURS);

function answer(body: string): string;
function answer(body: string | Buffer, headers: string): Buffer;
function answer(body: string | Buffer, headers = ''): string | Buffer {
  const head = `HTTP/1.1 200 OK\r\n${/content-type/i.test(headers) ? '' : 'Content-Type: application/json\r\n'}${headers}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n`;
  return typeof body === 'string' && headers === '' ? head + body : Buffer.concat([Buffer.from(head), Buffer.from(body)]);
}

/** Writes for as long as the other side reads. */
function flood(socket: Socket, before: string, chunk: string): void {
  const more = (): void => {
    while (!socket.destroyed && socket.write(before + chunk)) {
      /* until the buffer is full */
    }
  };
  socket.on('drain', more);
  more();
}

export interface FaultServer {
  /** `http://127.0.0.1:<port>` */
  readonly url: string;
  /** Heads of the requests that came, with the bytes of a body that came along. */
  readonly heads: readonly string[];
  /** Sockets that are open now. */
  readonly open: () => number;
  close(): Promise<void>;
}

export async function startFaultServer(more: Readonly<Record<string, (socket: Socket, head: string) => void>> = {}): Promise<FaultServer> {
  const sockets = new Set<Socket>();
  const heads: string[] = [];
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => {
      sockets.delete(socket);
    });
    socket.on('error', () => {
      /* the other side gave up, as it should */
    });
    socket.on('data', (data) => {
      const head = data.toString('latin1');
      const path = /^[A-Z]+ ([^ ?]*)/.exec(head)?.[1];
      if (path === undefined) return;
      heads.push(head);
      (more[path] ?? BEHAVIOURS[path] ?? BEHAVIOURS['/ok']!)(socket, head);
    });
  });
  return { url: `http://127.0.0.1:${await listen(server)}`, heads, open: () => sockets.size, close: () => closed(server, sockets) };
}

/** A TLS server with a certificate that nobody trusts; it is for the name `localhost`. */
export async function startTlsServer(): Promise<{ readonly url: string; readonly certificate: string; close(): Promise<void> }> {
  const sockets = new Set<Socket>();
  const server = createTlsServer({ key: KEY, cert: CERTIFICATE }, (_request, response) => {
    response.setHeader('content-type', 'application/json').end('{"secure":true}');
  });
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => {
      sockets.delete(socket);
    });
  });
  return { url: `https://localhost:${await listen(server)}`, certificate: CERTIFICATE, close: () => closed(server, sockets) };
}

const listen = (server: Server): Promise<number> =>
  new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      resolve((server.address() as { port: number }).port);
    });
  });

async function closed(server: Server, sockets: ReadonlySet<Socket>): Promise<void> {
  for (const socket of sockets) socket.destroy();
  await new Promise((resolve) => {
    server.close(resolve);
  });
}

/** Made for these tests alone; valid for a hundred years. */
const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgJATgJvOCxqJ8aCey
kihF2BYJyDRqvuXb/x5g7srND6ihRANCAAR1/GEYERYhvx+XzuiRGJNI3TDm6gyg
90VH0tuZnA4TOsOR0Fk87wUy3fWidFCK4oP0sn5Fu5sZhjTziAdfEg4D
-----END PRIVATE KEY-----
`;
const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBlTCCATugAwIBAgIUfmx7lnAyx2TnSz6p7F9sbPWC0RQwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMDE3MDQxOFoYDzIxMjYxMDI3
MTcwNDE4WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAR1/GEYERYhvx+XzuiRGJNI3TDm6gyg90VH0tuZnA4TOsOR0Fk87wUy
3fWidFCK4oP0sn5Fu5sZhjTziAdfEg4Do2kwZzAdBgNVHQ4EFgQUbk3nWFVDx9VN
lgeVKGTl0qjQNr4wHwYDVR0jBBgwFoAUbk3nWFVDx9VNlgeVKGTl0qjQNr4wDwYD
VR0TAQH/BAUwAwEB/zAUBgNVHREEDTALgglsb2NhbGhvc3QwCgYIKoZIzj0EAwID
SAAwRQIgIQAdaZUa6rIZx3m4HcmZfCgbo7T4UKb8ZlDMPOmj66ICIQCG23+7E6vT
gepUKTvZvsxPtrI5H5OQJT9KmKyJ8F+HRg==
-----END CERTIFICATE-----
`;
