import type { Retry } from '../../../schemas/index.js';
import type { HttpFailure } from '../../simulate/index.js';

/** Milliseconds between two attempts where neither the step nor the server says how long. */
const DEFAULT_DELAY = 1_000;
/** A server that asks for more than this is not waited for so long. */
const LONGEST_DELAY = 60_000;

/** What went wrong with an attempt. */
export type Attempt =
  | { readonly kind: 'failure'; readonly failure: HttpFailure }
  | { readonly kind: 'answer'; readonly status: number; readonly retryAfter: string | undefined };

/** Whether what went wrong is worth another attempt. */
export function isWorthRetrying(retry: Retry, attempt: Attempt): boolean {
  if (attempt.kind === 'failure' && (attempt.failure.kind === 'aborted' || attempt.failure.kind === 'invalid-request')) return false;
  if (retry.on === undefined) return true;
  return retry.on.some((reason) => {
    if (attempt.kind === 'answer') return reason === 'expect' || reason === attempt.status || reason === String(attempt.status);
    if (reason === 'timeout') return attempt.failure.kind.startsWith('timeout');
    return reason === 'unreachable' && (attempt.failure.unreachable || attempt.failure.kind === 'reset');
  });
}

/** Milliseconds to wait: what the step says, else what the server asks for. */
export function delayBefore(retry: Retry, attempt: Attempt, now: number = Date.now()): number {
  const asked = attempt.kind === 'answer' && attempt.retryAfter !== undefined ? retryAfterMs(attempt.retryAfter, now) : undefined;
  // Coming back earlier than a server asks for only makes it say so again.
  const wanted = retry.delayMs === undefined ? (asked ?? DEFAULT_DELAY) : Math.max(retry.delayMs, asked ?? 0);
  return Math.min(wanted, LONGEST_DELAY);
}

/** Seconds, or a date. */
export function retryAfterMs(value: string, now: number): number | undefined {
  if (/^\s*\d+\s*$/.test(value)) return Number(value) * 1_000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
