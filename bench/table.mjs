// The table of the README: every goal of the project beside what this machine measures, ready to paste.
//   npm run bench -- --markdown [--rounds 5] [--app <folder>]…
// Runs the other benchmarks one after the other, each with its peers, and needs an otherwise idle machine and some minutes.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { generateProject } from './generate.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));
const bin = path.join(here, '..', 'dist/runtime/cli/bin.js');
const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];

/** The document of a benchmark; null when it cannot run here (no browser, a peer that fails), which the table says. */
function measured(script, ...args) {
  console.error(`running ${script} ${args.join(' ')}`);
  const child = spawnSync(process.execPath, [path.join(here, script), ...args, '--json'], {
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    return JSON.parse(child.stdout);
  } catch {
    return null;
  }
}

/** A scan that finds nothing changed, against an empty Node process that takes turns with it. */
async function measureUnchanged(rounds) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'tool-bench-unchanged-'));
  try {
    generateProject(folder, { routers: 100, routes: 10 });
    const scan = () => {
      if (spawnSync(process.execPath, [bin, 'scan', '--quiet', '--project', folder]).status !== 0)
        throw new Error('the scan of the generated project failed');
    };
    const timed = (run) => {
      const began = performance.now();
      run();
      return performance.now() - began;
    };
    scan();
    // Only then are the times of the files old enough to be believed.
    await sleep(3_000);
    scan();
    return median(
      Array.from({ length: rounds }, () => {
        const empty = timed(() => spawnSync(process.execPath, ['-e', '0']));
        return timed(scan) / empty;
      }),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const times = (ratio, unit) => (ratio === undefined || ratio === null ? 'not measured' : `${ratio.toFixed(2)} × ${unit}`);

/** @param {{ rounds: number, apps: readonly string[] }} settings */
export async function printTable({ rounds, apps }) {
  const every = ['--rounds', String(rounds)];
  const cold = measured('bench.mjs', ...every, '--peers', ...apps.flatMap((app) => ['--app', app]));
  const small = measured('bench.mjs', '--routers', '25', '--routes', '4', ...every);
  const large = measured('bench.mjs', '--routers', '2500', '--routes', '4', '--rounds', '1');
  const unchanged = await measureUnchanged(rounds);
  const workflow = measured('bench.mjs', 'workflow', '--peers', ...every);
  const mcp = measured('bench.mjs', 'mcp', ...every);
  const studio = measured('studio.mjs');

  const rowOf = (project, name) => project?.rows.find((row) => row.program === name);
  const others = (rows, own, tell) =>
    rows
      .filter((row) => !own.includes(row.program))
      .map(tell)
      .join(', ') || 'none installed';
  const lines = [['what', 'goal', 'measured', 'peers, in the same run']];
  for (const project of cold?.projects ?? []) {
    const about = `${project.name}, ${project.files} files, ${project.endpoints} endpoints`;
    const peers = others(
      project.rows,
      ['B', 'routes and chains', 'scan'],
      (row) => `${row.program} ${times(row.timesB, 'B')}${row.status === 0 ? '' : ' (fails)'}`,
    );
    lines.push([
      `cold scan, routes and chains: ${about}`,
      'at most 1.0 × B',
      times(rowOf(project, 'routes and chains')?.timesB, 'B'),
      peers,
    ]);
    lines.push([`cold scan, contracts included: ${about}`, 'at most 2 × B', times(rowOf(project, 'scan')?.timesB, 'B'), peers]);
  }
  lines.push(['scan when nothing changed', 'under 5 × `node -e 0`', times(unchanged, '`node -e 0`'), '']);
  lines.push(['`tool --help`', 'under 4 × `node -e 0`', times(cold?.start.timesNode, '`node -e 0`'), '']);
  const [few, many] = [small, large].map((run) => ({ scan: rowOf(run?.projects[1], 'scan'), b: rowOf(run?.projects[1], 'B') }));
  lines.push([
    '10,000 routes in 5,000 files',
    'within 1 GiB, no more than linear',
    many.scan
      ? `${many.scan.peakMebibytes} MiB, ${(many.scan.milliseconds / few.scan.milliseconds).toFixed(1)} × the time of 100 routes`
      : 'not measured',
    many.b ? `B: ${many.b.peakMebibytes} MiB, ${(many.b.milliseconds / few.b.milliseconds).toFixed(1)} ×` : '',
  ]);
  const loop = workflow?.rows.find((row) => row.program.startsWith('tool'));
  lines.push([
    'a request of a workflow',
    'at most 1.5 × a bare loop',
    times(loop?.perRequestRatio, 'loop'),
    workflow
      ? others(workflow.rows, [loop?.program, 'bare undici loop'], (row) => `${row.program} ${times(row.perRequestRatio, 'loop')}`)
      : '',
  ]);
  lines.push([
    'MCP: a read on 5,000 endpoints',
    'under 10 ms',
    mcp
      ? `${Math.max(...mcp.rows.filter((row) => row.goal === 10).map((row) => row.milliseconds)).toFixed(1)} ms, the slowest`
      : 'not measured',
    '',
  ]);
  lines.push([
    'Studio: 5,000 endpoints searchable, cold',
    'within 500 ms',
    studio ? studioTime(studio.rows[0]) : 'not measured (no browser here)',
    studio
      ? studio.rows
          .slice(1)
          .map((row) => `${row.name} ${studioTime(row)}`)
          .join(', ') || 'none installed'
      : '',
  ]);

  console.log(
    `Node ${process.version}, ${os.cpus()[0]?.model ?? 'an unknown processor'} (${os.cpus().length}), medians of ${rounds} rounds in which the programs take turns. **B** loads the TypeScript API and parses every server file.\n`,
  );
  lines.forEach((cells, index) => {
    console.log(`| ${cells.join(' | ')} |`);
    if (index === 0) console.log(`|${cells.map(() => '---').join('|')}|`);
  });
}

const studioTime = (row) => `${row.searchableMs ?? row.firstMs} ms`;
