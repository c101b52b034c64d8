import type { Latency } from '../../schemas/index.js';

/**
 * Summary of latencies in milliseconds; undefined for none. A percentile is the smallest latency that at least that share of
 * the requests did not exceed (nearest rank), so it is always one that was measured.
 */
export function summariseLatency(latencies: readonly number[]): Latency | undefined {
  if (latencies.length === 0) return undefined;
  const sorted = Float64Array.from(latencies).sort();
  const rank = (share: number): number => rounded(sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)]!);
  let sum = 0;
  for (const each of sorted) sum += each;
  return {
    min: rounded(sorted[0]!),
    mean: rounded(sum / sorted.length),
    p50: rank(0.5),
    p95: rank(0.95),
    p99: rank(0.99),
    max: rounded(sorted.at(-1)!),
  };
}

/** Microseconds are noise to a reader. */
export const rounded = (milliseconds: number): number => Math.round(milliseconds * 100) / 100;
