// Times cold scans against B, the cost of merely loading the TypeScript API and parsing the same files.
//   npm run bench -- workflow [--rounds 5] [--repeat 334] [--peers] [--json]      (workflow.mjs)
//   npm run bench -- rescan [--app <folder>]… [--rounds 5] [--json]      (rescan.mjs)
//   npm run bench -- --markdown      everything, as the table of the README (table.mjs)
//   npm run bench -- mcp [--rounds 5] [--json]      (mcp.mjs)
//   npm run bench -- [--app <folder>]… [--peers] [--rounds 5] [--routers 100] [--routes 10] [--json]
// Every figure of a row comes from the same run, the measured programs taking turns, so that a busy machine slows all of
// them. The ratio is the median of the rounds' ratios. See README.md here.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { generateProject } from './generate.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));
const repository = path.dirname(here);
const bin = path.join(repository, 'dist/runtime/cli/bin.js');
const { values: options, positionals } = understood({
  allowPositionals: true,
  options: {
    app: { type: 'string', multiple: true, default: [] },
    peers: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '5' },
    routers: { type: 'string', default: '100' },
    routes: { type: 'string', default: '10' },
    repeat: { type: 'string', default: '334' },
    json: { type: 'boolean', default: false },
    markdown: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  },
});
if (options.help) {
  console.log(usage());
  process.exit(0);
}
for (const name of ['rounds', 'routers', 'routes', 'repeat'])
  if (!/^[1-9]\d*$/.test(options[name])) {
    console.error(`--${name} takes a whole number from 1 on, and got "${options[name]}".\n\n${usage()}`);
    process.exit(2);
  }
for (const folder of options.app)
  if (!existsSync(folder)) {
    console.error(`There is no folder "${folder}" for --app.`);
    process.exit(2);
  }
if (!existsSync(bin)) {
  console.error('The tool is not built. Run `npm run build` first.');
  process.exit(2);
}
const named = ['workflow', 'mcp', 'rescan'];
if (positionals.some((word) => !named.includes(word))) {
  console.error(`There is no benchmark "${positionals.find((word) => !named.includes(word))}"; there are ${named.join(', ')}.`);
  process.exit(2);
}
if (options.markdown) {
  const { printTable } = await import('./table.mjs');
  await printTable({ rounds: Math.max(1, Number(options.rounds)), apps: options.app });
  process.exit(0);
}
if (positionals.includes('mcp')) {
  const { benchMcp, printMcp } = await import('./mcp.mjs');
  const rows = await benchMcp({ rounds: Math.max(1, Number(options.rounds)) });
  if (options.json) console.log(JSON.stringify({ node: process.version, rows }, null, 2));
  else printMcp(rows);
  process.exit(0);
}
if (positionals.includes('workflow')) {
  const { benchWorkflow, printWorkflow } = await import('./workflow.mjs');
  const settings = {
    rounds: Math.max(1, Number(options.rounds)),
    repeat: Math.max(2, Number(options.repeat)),
    peers: options.peers,
    json: options.json,
  };
  const rows = await benchWorkflow(settings);
  if (options.json) console.log(JSON.stringify({ node: process.version, ...settings, rows }, null, 2));
  else printWorkflow(rows, settings);
  // A runner that sends less, or fails, is not fast.
  process.exit(rows.every((row) => row.exitCode === 0 && row.requests === settings.repeat * 3) ? 0 : 1);
}

/** The options, or an end that says what can be given. */
function understood(config) {
  try {
    return parseArgs(config);
  } catch (error) {
    console.error(`${error.message}\n\n${usage()}`);
    process.exit(2);
  }
}

/** What the head of this file says. */
function usage() {
  return readFileSync(fileURLToPath(import.meta.url), 'utf8')
    .split('\n\n')[0]
    .split('\n')
    .filter((line) => line.startsWith('//'))
    .map((line) => line.slice(3))
    .join('\n');
}

const scratch = mkdtempSync(path.join(os.tmpdir(), 'tool-bench-'));
process.on('exit', () => rmSync(scratch, { recursive: true, force: true }));
const rounds = Math.max(1, Number(options.rounds));

/** Runs a program once; peak memory is known for Node programs only. */
function run(command, args, { cwd = repository, node = true } = {}) {
  const usage = path.join(scratch, 'usage.json');
  rmSync(usage, { force: true });
  const preload = node ? ['--import', pathToFileURL(path.join(here, 'report-usage.mjs')).href] : [];
  const started = process.hrtime.bigint();
  const child = spawnSync(command, [...preload, ...args], {
    cwd,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    timeout: 600_000,
    env: { ...process.env, BENCH_USAGE: usage, NO_COLOR: '1' },
  });
  const milliseconds = Number(process.hrtime.bigint() - started) / 1e6;
  const { peakBytes = null, cpuMilliseconds = null } = existsSync(usage) ? JSON.parse(readFileSync(usage, 'utf8')) : {};
  return {
    milliseconds,
    peakBytes,
    cpuMilliseconds,
    status: child.status,
    stdout: child.stdout ?? '',
    stderr: child.stderr ?? String(child.error ?? ''),
  };
}

const median = (numbers) => {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
};

/** Scans a copy: a cold scan has no model to merge with, and nobody's `.tool` folder is touched. */
function freshCopy(source) {
  const copy = path.join(scratch, 'copy');
  rmSync(copy, { recursive: true, force: true });
  cpSync(source, copy, { recursive: true, verbatimSymlinks: true, filter: (file) => !/(^|[\\/])(node_modules|\.git|\.tool)$/.test(file) });
  return copy;
}

function peersOf(folder) {
  if (!options.peers) return [];
  const peers = [];
  const native = path.join(repository, 'bench/.peers/node_modules');
  const swagger = path.join(native, 'swagger-autogen');
  const compiler = path.join(native, '@typescript/native-preview/bin/tsgo.js');
  const manifest = existsSync(path.join(folder, 'package.json')) ? JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) : {};
  const entry = [
    manifest.main,
    'src/server.ts',
    'src/app.ts',
    'src/index.ts',
    'server.ts',
    'app.ts',
    'server.js',
    'app.js',
    'index.js',
    'src/index.js',
    'src/app.js',
  ].find((file) => file && existsSync(path.join(folder, file)));
  if (existsSync(swagger) && entry) {
    const script = `import(${JSON.stringify(pathToFileURL(path.join(swagger, 'swagger-autogen.js')).href)}).then((m) => m.default({ openapi: '3.0.0' })(${JSON.stringify(path.join(scratch, 'swagger.json'))}, [${JSON.stringify(`./${entry}`)}], { info: {} }))`;
    peers.push({ name: 'swagger-autogen', run: () => run(process.execPath, ['-e', script], { cwd: folder }) });
  }
  if (existsSync(compiler) && existsSync(path.join(folder, 'tsconfig.json'))) {
    peers.push({
      name: 'native tsc --noEmit',
      run: () => run(process.execPath, [compiler, '--noEmit', '-p', 'tsconfig.json'], { cwd: folder }),
    });
  }
  return peers;
}

function measure(name, source, expected) {
  const folder = freshCopy(source);
  const programs = [
    { name: 'B', run: () => run(process.execPath, [path.join(here, 'parse-all.mjs'), folder]) },
    { name: 'routes and chains', run: () => run(process.execPath, [path.join(here, 'scan-routes.mjs'), folder]) },
    {
      name: 'scan',
      run: () => {
        rmSync(path.join(folder, '.tool'), { recursive: true, force: true });
        return run(process.execPath, [bin, 'scan', '--json', '--project', folder]);
      },
    },
    ...peersOf(folder),
  ];
  for (const program of programs) program.run(); // the first run of each reads from the disk, the others from memory
  const taken = new Map(programs.map((program) => [program.name, []]));
  for (let round = 0; round < rounds; round++) for (const program of programs) taken.get(program.name).push(program.run());
  const base = taken.get('B');
  const scan = taken.get('scan').at(-1);
  let document = {};
  try {
    document = JSON.parse(scan.stdout);
  } catch {
    /* shown below as unknown */
  }
  const endpoints = document.servers?.reduce((sum, server) => sum + server.endpoints.total, 0) ?? null;
  const rows = programs.map((program) => {
    const runs = taken.get(program.name);
    const peaks = runs.map((one) => one.peakBytes).filter((peak) => peak !== null);
    const basePeak = median(base.map((one) => one.peakBytes));
    return {
      program: program.name,
      milliseconds: Math.round(median(runs.map((one) => one.milliseconds))),
      timesB: Number(median(runs.map((one, round) => one.milliseconds / base[round].milliseconds)).toFixed(2)),
      cpuTimesB: peaks.length
        ? Number(median(runs.map((one, round) => one.cpuMilliseconds / base[round].cpuMilliseconds)).toFixed(2))
        : null,
      peakMebibytes: peaks.length ? Math.round(median(peaks) / 2 ** 20) : null,
      peakTimesB: peaks.length ? Number((median(peaks) / basePeak).toFixed(2)) : null,
      status: runs.at(-1).status,
    };
  });
  return {
    name,
    files: JSON.parse(base.at(-1).stdout).files,
    endpoints,
    ...(expected === undefined ? {} : { expected }),
    rows,
    error: scan.status === 0 ? undefined : scan.stderr.trim().slice(-500),
  };
}

if (positionals.includes('rescan')) {
  const { benchRescan, printRescan } = await import('./rescan.mjs');
  const sources =
    options.app.length > 0
      ? options.app.map((app) => [path.basename(path.resolve(app)), path.resolve(app)])
      : [['generated', path.join(scratch, 'generated')]];
  if (options.app.length === 0) generateProject(sources[0][1], { routers: Number(options.routers), routes: Number(options.routes) });
  const reports = [];
  for (const [name, source] of sources) reports.push(await benchRescan({ name, folder: freshCopy(source), rounds }));
  if (options.json) console.log(JSON.stringify({ node: process.version, rounds, projects: reports }, null, 2));
  else printRescan(reports);
  process.exit(reports.every(({ rows }) => rows.every((row) => row.same)) ? 0 : 1);
}

function measureStart() {
  const empty = [],
    help = [];
  run(process.execPath, [bin, '--help']);
  for (let round = 0; round < Math.max(rounds, 5); round++) {
    empty.push(run(process.execPath, ['-e', '0']).milliseconds);
    help.push(run(process.execPath, [bin, '--help']).milliseconds);
  }
  return {
    nodeMilliseconds: Math.round(median(empty)),
    helpMilliseconds: Math.round(median(help)),
    timesNode: Number(median(help.map((one, round) => one / empty[round])).toFixed(2)),
  };
}

const generated = path.join(scratch, 'generated');
const expected = generateProject(generated, { routers: Number(options.routers), routes: Number(options.routes) });
const start = measureStart();
const projects = [
  measure('example (examples/bookshop)', path.join(repository, 'examples/bookshop')),
  measure(`generated (${options.routers} routers × ${options.routes} routes)`, generated, expected),
  ...options.app.map((folder) => measure(path.basename(path.resolve(folder)), path.resolve(folder))),
];

if (options.json) console.log(JSON.stringify({ node: process.version, rounds, start, projects }, null, 2));
else {
  console.log(
    `Node ${process.version}, ${os.cpus().length} processors, median of ${rounds} interleaved rounds; B loads the TypeScript API and parses every server file.\n`,
  );
  console.log(`tool --help: ${start.helpMilliseconds} ms, ${start.timesNode} × \`node -e 0\` (${start.nodeMilliseconds} ms)`);
  for (const project of projects) {
    console.log(
      `\n${project.name}: ${project.files} files, ${project.endpoints ?? '?'} endpoints${project.expected === undefined || project.expected === project.endpoints ? '' : ` (EXPECTED ${project.expected})`}`,
    );
    for (const row of project.rows) {
      const memory =
        row.peakMebibytes === null
          ? ''
          : `  processor ${row.cpuTimesB.toFixed(2)} × B  memory ${String(row.peakMebibytes).padStart(4)} MiB ${row.peakTimesB.toFixed(2)} × B`;
      console.log(
        `  ${row.program.padEnd(20)} ${String(row.milliseconds).padStart(6)} ms ${row.timesB.toFixed(2).padStart(6)} × B ${memory}${row.status === 0 ? '' : `   exit ${row.status}`}`,
      );
    }
    if (project.error) console.log(`  ${project.error.replaceAll('\n', '\n  ')}`);
  }
}
const wrong = projects.some((project) => project.expected !== undefined && project.expected !== project.endpoints);
if (wrong)
  console.error('\nThe generated project has a known number of endpoints and the scan found another: the times above mean nothing.');
process.exitCode = wrong ? 1 : 0;
