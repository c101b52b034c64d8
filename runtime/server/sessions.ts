import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { storePaths, writeAtomically } from '../store/index.js';

export interface Sessions {
  /** Name of the cookie. Browsers do not tell ports apart, so the port is in it. */
  readonly cookie: string;
  /** A new code for one browser. Codes that nobody used yet stay good. */
  newCode(): string;
  /** The value of the cookie for a good code, which is used up by it; null for any other. */
  redeem(code: string): string | null;
  isOpen(token: string | undefined): boolean;
}

/** More codes than anybody prints; the oldest give way. */
const MOST_CODES = 20;

/**
 * Who may use the API. The printed link holds a code; the page hands it in once and gets a cookie that scripts cannot read and
 * other sites cannot send. The token is derived from a secret under `.tool/cache` (mode 0600, never committed), so an open page
 * survives a restart of the server.
 */
export function createSessions(root: string, port: number): Sessions {
  const codes = new Set<string>();
  const token = createHmac('sha256', readSecret(root)).update(`studio session ${port}`).digest('base64url');
  return {
    cookie: `tool_studio_${port}`,
    newCode() {
      const code = randomBytes(24).toString('base64url');
      codes.add(code);
      for (const old of codes) {
        if (codes.size <= MOST_CODES) break;
        codes.delete(old);
      }
      return code;
    },
    redeem(code) {
      for (const known of codes) {
        if (!same(known, code)) continue;
        codes.delete(known);
        return token;
      }
      return null;
    },
    isOpen: (given) => given !== undefined && same(given, token),
  };
}

const same = (a: string, b: string): boolean => {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
};

function readSecret(root: string): Buffer {
  const file = join(storePaths(root).cache, 'studio-secret');
  try {
    const secret = Buffer.from(readFileSync(file, 'utf8'), 'base64url');
    if (secret.length === 32) {
      chmodSync(file, 0o600);
      return secret;
    }
  } catch {
    /* there is none yet, or it cannot be read: a new one only ends open sessions */
  }
  const secret = randomBytes(32);
  mkdirSync(dirname(file), { recursive: true });
  writeAtomically(file, secret.toString('base64url'), { mode: 0o600 });
  return secret;
}
