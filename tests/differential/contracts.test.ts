import { expect, test } from '@jest/globals';
import { runScript } from './child.js';

/** CONTRACT_RUNS raises the count, FUZZ_SEED repeats a run whose seed was printed. */
const runs = Number(process.env['CONTRACT_RUNS'] ?? 300);
const seed = Number(process.env['FUZZ_SEED'] ?? Date.now() & 0x3fffffff);

test(`the model's contracts and the answers of real Express agree on ${runs} generated programs`, async () => {
  const { code, output, errors } = await runScript('contracts/main', ['--runs', String(runs), '--seed', String(seed)]);
  process.stderr.write(`${output.split('\n')[0]}\n`);
  if (code !== 0) throw new Error(`Repeat with FUZZ_SEED=${seed}.\n${output}${errors}`);
  expect(code).toBe(0);
}, 600_000);
