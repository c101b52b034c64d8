/**
 * Compares programs on real Fastify with the scan, in plain Node. `--runs n --seed s` generates them; any other argument is the folder of a
 * project, of which both tables are printed. `--keep folder` writes the program that disagrees.
 */
import fc from 'fast-check';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { fastifyPrograms, type FastifyProgram } from './fastify-generator.js';
import { runFastify, type RealProgram } from './fastify-oracle.js';
import { modelledFastify } from './fastify-scan.js';

const repository = fileURLToPath(new URL('../../../', import.meta.url));
const work = path.join(repository, '.build/fastify-programs', String(process.pid));
const args = process.argv.slice(2);
const option = (name: string): string | undefined => {
  const at = args.indexOf(name);
  return at < 0 ? undefined : args.splice(at, 2)[1];
};
const runs = Number(option('--runs') ?? 0);
const seed = Number(option('--seed') ?? 1);
const keep = option('--keep');
const version = Number(option('--version') ?? 5) as 4 | 5;

function write(folder: string, program: FastifyProgram): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    path.join(folder, 'package.json'),
    JSON.stringify({ name: 'generated', main: 'main.js', dependencies: { fastify: `^${version}.0.0`, 'fastify-plugin': '*' } }),
  );
  for (const [name, text] of program) writeFileSync(path.join(folder, name), text);
}

const reasons = new Map<string, number>();
let count = 0,
  discarded = 0,
  routes = 0;

/** Null when both agree or the program is no test; else what differs. */
async function disagreement(program: FastifyProgram): Promise<string | null> {
  const folder = path.join(work, String(++count));
  write(folder, program);
  try {
    const real = await runFastify(path.join(folder, 'main.js'), version);
    if (real.error !== undefined) {
      discarded++;
      reasons.set(real.error.replace(/\d+/g, 'N').slice(0, 80), (reasons.get(real.error.replace(/\d+/g, 'N').slice(0, 80)) ?? 0) + 1);
      return null;
    }
    routes += real.rows.length;
    const [wanted, got] = [[...real.rows].sort(), [...(await modelledFastify(folder))].sort()];
    if (wanted.join('\n') === got.join('\n')) return null;
    return `${wanted
      .filter((row) => !got.includes(row))
      .map((row) => `- ${row}`)
      .join('\n')}\n${got
      .filter((row) => !wanted.includes(row))
      .map((row) => `+ ${row}`)
      .join('\n')}`;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (runs > 0) {
  const property = fc.asyncProperty(fastifyPrograms, async (program) => {
    const difference = await disagreement(program);
    if (difference !== null) throw new Error(difference);
  });
  const result = await fc.check(property, { numRuns: runs, seed, maxSkipsPerRun: 100, endOnFailure: false });
  if (process.env['SHOW_DISCARDED']) process.stdout.write(`${JSON.stringify([...reasons], null, 1)}\n`);
  process.stdout.write(`${count} programs, ${discarded} discarded, ${routes} routes, seed ${seed}\n`);
  if (result.failed) {
    const [program] = result.counterexample ?? [new Map<string, string>()];
    if (keep) write(keep, program);
    process.stdout.write(
      `${String((result.errorInstance as Error | null)?.message)}\n${[...program].map(([name, text]) => `--- ${name}\n${text}`).join('\n')}\n`,
    );
    process.exitCode = 1;
  }
} else {
  const result: Record<string, { readonly real: RealProgram; readonly modelled: readonly string[] }> = {};
  for (const folder of args) {
    const { main } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as { main: string };
    result[folder] = { real: await runFastify(path.join(folder, main), version), modelled: await modelledFastify(folder) };
  }
  process.stdout.write(JSON.stringify(result));
}
rmSync(work, { recursive: true, force: true });
process.stdout.write('', () => process.exit());
