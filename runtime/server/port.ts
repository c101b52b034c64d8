import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { createServer } from 'node:net';

/** The next port from here on that nobody listens on; undefined when the next hundred are taken. */
export async function nextFreePort(from: number): Promise<number | undefined> {
  for (let port = from; port <= Math.min(65_535, from + 100); port++) if (await isFree(port)) return port;
  return undefined;
}

export const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen({ port, host: '127.0.0.1', exclusive: true }, () => probe.close(() => resolve(true)));
  });

/** Who listens on a port of this machine, as `node (process 123)`; undefined when nobody can say. */
export function whoListens(port: number): string | undefined {
  return process.platform === 'linux' ? fromProc(port) : fromLsof(port);
}

function fromProc(port: number): string | undefined {
  try {
    const wanted = port.toString(16).toUpperCase().padStart(4, '0');
    const inodes = new Set(
      ['/proc/net/tcp', '/proc/net/tcp6']
        .flatMap((table) => readFileSync(table, 'utf8').split('\n').slice(1))
        .map((line) => line.trim().split(/\s+/))
        .filter((fields) => fields[1]?.endsWith(`:${wanted}`) && fields[3] === '0A')
        .map((fields) => `socket:[${fields[9]}]`),
    );
    if (inodes.size === 0) return undefined;
    for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
      let handles: string[];
      try {
        handles = readdirSync(`/proc/${pid}/fd`);
      } catch {
        continue;
      }
      for (const handle of handles) {
        try {
          if (inodes.has(readlinkSync(`/proc/${pid}/fd/${handle}`)))
            return `${readFileSync(`/proc/${pid}/comm`, 'utf8').trim()} (process ${pid})`;
        } catch {
          /* it ended, or is not ours to see */
        }
      }
    }
  } catch {
    /* not a machine that says */
  }
  return undefined;
}

function fromLsof(port: number): string | undefined {
  const { stdout, status } = spawnSync('lsof', ['-nP', `-iTCP:${port}`, '-sTCP:LISTEN', '-Fpc'], { encoding: 'utf8' });
  if (status !== 0) return undefined;
  const pid = /^p(\d+)/m.exec(stdout)?.[1];
  const name = /^c(.+)/m.exec(stdout)?.[1];
  return pid === undefined ? undefined : `${name ?? 'a program'} (process ${pid})`;
}
