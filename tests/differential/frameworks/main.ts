import fs from 'node:fs';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { scratch } from '../fuzz.js';
import { Tape } from '../tape.js';
import { compareProgram, type Framework } from './compare.js';
import { honoProgram } from './hono-generator.js';
import { koaProgram } from './koa-generator.js';

/** `main <framework> <runs> <seed>`: generated programs; `main projects`: the hand-written ones. */
const [framework, runs, seed] = process.argv.slice(2);
const folder = scratch();
let compared = 0,
  routes = 0,
  failures = 0,
  discarded = 0;

async function check(kind: Framework, name: string, source: string): Promise<void> {
  const { real, found } = await compareProgram(kind, source, folder);
  // A generated program may fail in the framework itself; a hand-written one may not.
  if (!real && framework !== 'projects') {
    discarded++;
    return;
  }
  compared++;
  routes += real?.length ?? 0;
  if (found.length === 0) return;
  failures++;
  process.stdout.write(
    `${name} (${kind})\n${found.map((each) => `  ${each}\n`).join('')}${process.argv.includes('--quiet') ? '' : source}\n`,
  );
}

try {
  if (framework === 'projects') {
    const projects = fileURLToPath(new URL('../../../../tests/differential/frameworks/projects', import.meta.url));
    for (const name of fs.readdirSync(projects).sort()) {
      const kinds: readonly Framework[] = name.startsWith('hono')
        ? ['hono']
        : name.startsWith('koa-12')
          ? ['koa-12']
          : name.startsWith('koa-15')
            ? ['koa-15']
            : ['koa-12', 'koa-15'];
      for (const kind of kinds) await check(kind, name, fs.readFileSync(`${projects}/${name}`, 'utf8'));
    }
  } else {
    const tapes = fc.sample(fc.array(fc.noBias(fc.nat({ max: 0xfffff })), { minLength: 10, maxLength: 150, size: 'max' }), {
      numRuns: Number(runs),
      seed: Number(seed),
    });
    for (const [index, tape] of tapes.entries()) {
      const kind = framework as Framework;
      await check(
        kind,
        `program ${index}`,
        kind === 'hono' ? honoProgram(new Tape(tape)) : koaProgram(new Tape(tape), kind === 'koa-12' ? 12 : 15),
      );
      if (failures >= Number(process.env['FUZZ_FAILURES'] ?? 3)) break;
    }
  }
} finally {
  fs.rmSync(folder, { recursive: true, force: true });
}
process.stdout.write(`${compared} programs, ${routes} routes, ${failures} disagree, ${discarded} discarded\n`);
process.exitCode = failures > 0 ? 1 : 0;
