import { expect, test } from '@jest/globals';
import { runScript } from './child.js';

/** FUZZ_RUNS raises the count, FUZZ_SEED repeats a run whose seed was printed. */
const runs = Number(process.env['FUZZ_RUNS'] ?? 5000);
const seed = Number(process.env['FUZZ_SEED'] ?? Date.now() & 0x3fffffff);
const SHARDS = 2;

test(`the scanner and real Express agree on ${runs} generated programs`, async () => {
  const shards = await Promise.all(
    Array.from({ length: SHARDS }, (_, index) =>
      runScript('fuzz-main', ['--runs', String(Math.ceil(runs / SHARDS)), '--seed', String(seed + index * 0x1000000)]),
    ),
  );
  const text = shards.map((shard) => shard.output + shard.errors).join('\n');
  process.stderr.write(shards.map((shard) => `${shard.output.split('\n')[0]}\n`).join(''));
  if (shards.some((shard) => shard.code !== 0)) throw new Error(`Repeat with FUZZ_SEED=${seed}.\n${text}`);
  expect(shards.map((shard) => shard.code)).toEqual(shards.map(() => 0));
}, 1_200_000);
