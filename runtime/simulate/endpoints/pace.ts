import { setTimeout as sleep } from 'node:timers/promises';
import type { Endpoint } from '../../../schemas/index.js';

export interface PaceOptions {
  /** Milliseconds between the starts of two requests; 0: none. */
  readonly intervalMs: number;
  /** The longest that one request waits for the model's limits. */
  readonly longestWaitMs: number;
  readonly signal: AbortSignal | undefined;
}

/** Keeps requests apart: by the rate that a person gave, and by the limits that the model knows. */
export interface Pace {
  /** @returns false when the limits of the endpoint leave no room within the longest wait */
  enter(endpoint: Endpoint): Promise<boolean>;
}

/** The server counts a request when it arrives, not when it is sent: its window may begin and end this much later than ours. */
const ON_THE_WAY_MS = 100;

interface Limit {
  readonly key: string;
  readonly windowMs: number;
  readonly max: number;
}

export function createPace(options: PaceOptions): Pace {
  let next = 0;
  const sent = new Map<string, number[]>();
  return {
    async enter(endpoint) {
      for (const { key, windowMs, max } of limitsOf(endpoint)) {
        const times = (sent.get(key) ?? []).filter((time) => time > Date.now() - windowMs);
        sent.set(key, times);
        if (max <= 0) return false;
        // The one that has to leave the window before this request fits in.
        const free = times.length < max ? 0 : times[times.length - max]! + windowMs - Date.now();
        if (free > options.longestWaitMs) return false;
        times.push(Date.now() + Math.max(free, 0));
        if (free > 0) await sleep(free, undefined, { ...(options.signal && { signal: options.signal }) }).catch(() => undefined);
      }
      if (options.intervalMs > 0) {
        const wait = next - Date.now();
        next = Math.max(next, Date.now()) + options.intervalMs;
        if (wait > 0) await sleep(wait, undefined, { ...(options.signal && { signal: options.signal }) }).catch(() => undefined);
      }
      return true;
    },
  };
}

/** A limiter that several endpoints share counts all of them: it is known by the place where it is made. */
function limitsOf(endpoint: Endpoint): Limit[] {
  const shared = endpoint.middleware
    .filter(({ type }) => type === 'rate-limit')
    .flatMap((entry): Limit[] => {
      const { windowMs, max } = entry.config ?? {};
      if (typeof windowMs !== 'number' || typeof max !== 'number') return [];
      return [{ key: `${entry.name}@${entry.source?.file ?? ''}:${entry.source?.line ?? ''}`, windowMs: windowMs + ON_THE_WAY_MS, max }];
    });
  if (shared.length > 0) return shared;
  const { windowMs, max } = endpoint.rateLimit ?? {};
  return windowMs === undefined || max === undefined
    ? []
    : [{ key: `${endpoint.method} ${endpoint.path}`, windowMs: windowMs + ON_THE_WAY_MS, max }];
}

/** `Retry-After` in milliseconds: seconds, or a date; undefined when it says neither. */
export function retryAfterMs(value: string | undefined, now = Date.now()): number | undefined {
  if (value === undefined) return undefined;
  if (/^\s*\d+(?:\.\d+)?\s*$/.test(value)) return Number(value) * 1000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
