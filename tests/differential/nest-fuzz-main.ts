/** `nest-fuzz-main <runs> <seed>`: generated NestJS programs, started in the real framework and scanned; prints the programs that disagree. */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { scanProject } from '../../compiler/scan.js';
import { scratch } from './fuzz.js';
import { compileNest } from './nest-compile.js';
import { nestProgram } from './nest-generator.js';
import { Tape } from './tape.js';

const [runs, seed] = process.argv.slice(2).map(Number);
const MANIFEST =
  '{ "name": "fair", "main": "main.ts", "dependencies": { "@nestjs/common": "^11.0.0", "@nestjs/core": "^11.0.0", "@nestjs/platform-express": "^11.0.0" } }';
const TRACE = 'export const trace = (name: string): void => { (globalThis as { steps?: string[] }).steps?.push(name); };\n';
/** Programs that one process starts: each keeps a server. */
const BATCH = 40;
// The programs find the framework's packages from inside the repository.
const repository = fileURLToPath(new URL('../../..', import.meta.url));
const compiled = fs.mkdtempSync(path.join(repository, '.build/nest-fuzz-'));
const folder = scratch();

async function modelled(root: string): Promise<string[]> {
  const { endpointSet } = await scanProject({ root });
  const names = new Map(endpointSet.program.middlewares.map((middleware) => [middleware.id, middleware.name]));
  return endpointSet.endpoints
    .filter((endpoint) => !endpoint.shadowedBy && !endpoint.conditional)
    .map((endpoint) => `${endpoint.method} ${endpoint.path} [${endpoint.chain.map((entry) => names.get(entry.middleware)).join(' ')}]`);
}

let failures = 0,
  routes = 0;
try {
  const tapes = fc.sample(fc.array(fc.noBias(fc.nat({ max: 0xfffff })), { minLength: 20, maxLength: 150, size: 'max' }), {
    numRuns: runs!,
    seed: seed!,
  });
  const programs = tapes.map((tape, index) => {
    const source = path.join(folder, `p${index}`);
    fs.mkdirSync(source, { recursive: true });
    const text = nestProgram(new Tape(tape));
    for (const [name, content] of [
      ['main.ts', text],
      ['trace.ts', TRACE],
      ['package.json', MANIFEST],
    ] as const)
      fs.writeFileSync(path.join(source, name), content);
    return { name: `p${index}`, source, text, out: compileNest(source, path.join(compiled, `p${index}`)) };
  });
  for (let at = 0; at < programs.length; at += BATCH) {
    const batch = programs.slice(at, at + BATCH);
    const real = JSON.parse(
      execFileSync(process.execPath, [fileURLToPath(new URL('nest-child.js', import.meta.url)), ...batch.map(({ out }) => out)], {
        encoding: 'utf8',
        timeout: 240_000,
        maxBuffer: 1 << 26,
      }),
    ) as Readonly<Record<string, readonly string[]>>;
    for (const { name, source, text } of batch) {
      const served = new Set(real[name]),
        found = new Set(await modelled(source));
      routes += served.size;
      const differences = [
        ...[...served].filter((row) => !found.has(row)).map((row) => `  real:  ${row}`),
        ...[...found].filter((row) => !served.has(row)).map((row) => `  model: ${row}`),
      ];
      if (differences.length === 0) continue;
      failures++;
      if (failures <= Number(process.env['FUZZ_FAILURES'] ?? 3))
        process.stdout.write(`${name}\n${differences.join('\n')}\n${text.slice(text.indexOf('function snow'))}\n`);
    }
  }
} finally {
  fs.rmSync(folder, { recursive: true, force: true });
  fs.rmSync(compiled, { recursive: true, force: true });
}
process.stdout.write(`${runs} programs, ${routes} routes, ${failures} disagree\n`);
process.exitCode = failures > 0 ? 1 : 0;
