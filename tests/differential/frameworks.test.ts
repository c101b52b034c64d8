import { describe, expect, test } from '@jest/globals';
import { runScript } from './child.js';

/** FUZZ_SMALL_RUNS raises the count, FUZZ_SEED repeats a run whose seed was printed. */
const runs = Number(process.env['FUZZ_SMALL_RUNS'] ?? 400);
const seed = Number(process.env['FUZZ_SEED'] ?? Date.now() & 0x3fffffff);

async function agreed(args: readonly string[]): Promise<number> {
  const { code, output, errors } = await runScript('frameworks/main', args);
  if (code !== 0) throw new Error(`Repeat with FUZZ_SEED=${seed}.\n${output}${errors}`);
  return Number(/(\d+) programs, \d+ routes, 0 disagree/.exec(output)?.[1]);
}

describe('Koa and Hono', () => {
  test('the scanner and the real frameworks agree on every hand-written program', async () => {
    expect(await agreed(['projects'])).toBeGreaterThanOrEqual(10);
  }, 120_000);

  for (const framework of ['koa-12', 'koa-15', 'hono']) {
    test(`the scanner and ${framework} agree on ${runs} generated programs`, async () => {
      expect(await agreed([framework, String(runs), String(seed)])).toBeGreaterThan(runs * 0.9);
    }, 600_000);
  }
});
