import { expect, test } from '@jest/globals';
import { runScript } from './child.js';

/** FASTIFY_RUNS raises the count, FASTIFY_SEED repeats a run whose seed was printed. */
const runs = Number(process.env['FASTIFY_RUNS'] ?? 150);
const seed = Number(process.env['FASTIFY_SEED'] ?? Date.now() & 0x3fffffff);

test.each([5, 4])('the scanner and real Fastify %s agree on generated programs', async (version) => {
  const { code, output, errors } = await runScript('fastify-main', ['--runs', String(runs), '--seed', String(seed), '--version', String(version)]);
  process.stderr.write(`Fastify ${version}: ${output.split('\n')[0]}\n`);
  if (code !== 0) throw new Error(`Repeat with FASTIFY_SEED=${seed}.\n${output}${errors}`);
  expect(code).toBe(0);
}, 600_000);
