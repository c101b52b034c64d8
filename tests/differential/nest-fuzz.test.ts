import { expect, test } from '@jest/globals';
import { runScript } from './child.js';

/** NEST_RUNS raises the count, FUZZ_SEED repeats a run whose seed was printed. */
const runs = Number(process.env['NEST_RUNS'] ?? 80);
const seed = Number(process.env['FUZZ_SEED'] ?? Date.now() & 0x3fffffff);

test('the scanner and real NestJS agree on generated programs: routes, and what runs for a request of each', async () => {
  const { code, output, errors } = await runScript('nest-fuzz-main', [String(runs), String(seed)]);
  if (code !== 0) throw new Error(`Repeat with FUZZ_SEED=${seed}.\n${output}${errors}`);
  expect(Number(/(\d+) programs, \d+ routes, 0 disagree/.exec(output)?.[1])).toBe(runs);
}, 600_000);
