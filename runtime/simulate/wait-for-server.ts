import { setTimeout as sleep } from 'node:timers/promises';
import { createHttpClient, type HttpClientOptions } from './http-client.js';

/**
 * Waits until a server answers, whatever it answers, or the time is over. Whether it does is for the first request to say: this one
 * says nothing.
 */
export async function waitForServer(baseUrl: string, waitMs: number, options: HttpClientOptions, signal?: AbortSignal): Promise<boolean> {
  const deadline = Date.now() + waitMs;
  const client = createHttpClient({ ...options, connectTimeoutMs: 1_000, redirects: 'manual' });
  try {
    for (;;) {
      const left = deadline - Date.now();
      const outcome = await client.send({
        method: 'GET',
        url: baseUrl,
        timeoutMs: Math.max(50, Math.min(2_000, left)),
        ...(signal && { signal }),
      });
      if (outcome.ok || !outcome.failure.unreachable) {
        if (outcome.ok || outcome.failure.kind !== 'timeout-headers') return true;
      }
      if (Date.now() >= deadline || signal?.aborted) return false;
      await sleep(Math.min(200, Math.max(1, deadline - Date.now())), undefined, { ...(signal && { signal }) }).catch(() => undefined);
    }
  } finally {
    await client.close();
  }
}
