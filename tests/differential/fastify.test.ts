import { expect, test } from '@jest/globals';
import path from 'node:path';
import { repository } from '../golden/project.js';
import { runScript } from './child.js';

/** FASTIFY_RUNS raises the count, FUZZ_SEED repeats a run whose seed was printed. */
const runs = Number(process.env['FASTIFY_RUNS'] ?? 150);
const seed = Number(process.env['FUZZ_SEED'] ?? Date.now() & 0x3fffffff);

test.each([5, 4])(
  'the scanner and real Fastify %s agree on generated programs',
  async (version) => {
    const { code, output, errors } = await runScript('fastify-main', [
      '--runs',
      String(runs),
      '--seed',
      String(seed),
      '--version',
      String(version),
    ]);
    process.stderr.write(`Fastify ${version}: ${output.split('\n')[0]}\n`);
    if (code !== 0) throw new Error(`Repeat with FUZZ_SEED=${seed}.\n${output}${errors}`);
    expect(code).toBe(0);
  },
  600_000,
);

/** Golden cases that run as they are: their functions mark nothing, so that methods and paths are compared. */
const CASES = ['nested-plugins', 'hooks-and-scopes', 'folders'].map((name) =>
  path.join(repository, 'tests/golden/scan/fastify', name, 'input'),
);

test('the golden cases have the routes of real Fastify', async () => {
  const { output } = await runScript('fastify-main', CASES);
  const tables = JSON.parse(output) as Readonly<
    Record<string, { readonly real: { readonly rows: readonly string[]; readonly error?: string }; readonly modelled: readonly string[] }>
  >;
  const routes = (rows: readonly string[]): readonly string[] => rows.map((row) => row.split(' ').slice(0, 2).join(' ')).sort();
  for (const folder of CASES) {
    const { real, modelled } = tables[folder]!;
    expect(real.error).toBeUndefined();
    expect(routes(modelled)).toEqual(routes(real.rows));
  }
}, 60_000);
