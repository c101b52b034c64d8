import { UsageError } from '../project/usage-error.js';

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };

/** `500ms`, `30s`, `2m`; a bare number is seconds. In milliseconds. */
export function parseDuration(option: string, text: string): number {
  const [, number, unit] = /^(\d+(?:\.\d+)?)\s*(ms|s|m|h)?$/.exec(text.trim()) ?? [];
  if (number === undefined) throw new UsageError(`--${option} "${text}" is no duration.`, `Write it like 500ms, 30s or 2m.`);
  return Number(number) * UNITS[unit ?? 's']!;
}

/** `10/s`, `100/m`; a bare number is per second. As milliseconds between two requests. */
export function parseRate(option: string, text: string): number {
  const [, number, unit] = /^(\d+(?:\.\d+)?)\s*(?:\/\s*(s|m|h))?$/.exec(text.trim()) ?? [];
  if (number === undefined || Number(number) <= 0)
    throw new UsageError(`--${option} "${text}" is no rate.`, 'Write it like 10/s or 100/m.');
  return UNITS[unit ?? 's']! / Number(number);
}
