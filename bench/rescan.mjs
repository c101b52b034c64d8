// Times what `dev` and `mcp` do after an edit against a cold `tool scan` of the same project: processor time, since a rescan runs in a process that is
// there already. Every rescan is compared with a cold scan: one that is not the same is not fast.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const repository = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const from = (file) => import(new URL(`../dist/${file}`, import.meta.url));

/** @param folder a copy that may be edited; it is left as it was */
export async function benchRescan({ name, folder, rounds, edits = [] }) {
  const rows = [];
  const cold = [];
  for (let round = 0; round < rounds; round++) cold.push(coldScan(folder));
  for (const edit of edits.length > 0 ? edits : await usualEdits(folder)) rows.push(await timed(folder, edit, rounds));
  return {
    name,
    coldMilliseconds: Math.round(median(cold)),
    rows: rows.map((row) => ({
      ...row,
      timesCold: Number((row.milliseconds / median(cold)).toFixed(3)),
      scanTimesCold: Number((row.scanMilliseconds / median(cold)).toFixed(3)),
    })),
  };
}

function coldScan(folder) {
  rmSync(path.join(folder, '.tool'), { recursive: true, force: true });
  const usage = path.join(folder, '.usage');
  spawnSync(
    process.execPath,
    [
      '--import',
      new URL('report-usage.mjs', import.meta.url).href,
      path.join(repository, 'dist/runtime/cli/bin.js'),
      'scan',
      '--project',
      folder,
    ],
    { env: { ...process.env, BENCH_USAGE: usage } },
  );
  const { cpuMilliseconds } = JSON.parse(readFileSync(usage, 'utf8'));
  rmSync(usage);
  return cpuMilliseconds;
}

/** One edit of each kind, at places that the scan itself names. */
async function usualEdits(folder) {
  const { scanProject } = await from('compiler/scan.js');
  const { endpointSet } = await scanProject({ root: folder });
  const { handlers } = endpointSet.program;
  const endpoint = endpointSet.endpoints[Math.floor(endpointSet.endpoints.length / 2)];
  const handler = handlers.find(({ id }) => id === endpoint.handler);
  const route = endpoint.trail.at(-1).place?.file ?? handler.place.file;
  return [
    {
      what: 'body of a handler',
      file: handler.place.file,
      change: (text, n) => intoFunction(text, handler.place.line, ` if (process.env.BENCH_${n}) throw new Error('${n}');`),
    },
    { what: 'file of a route, top level', file: route, change: (text, n) => `${text}\n;[${n}];\n` },
    {
      what: 'package.json',
      file: 'package.json',
      change: (text, n) => JSON.stringify({ ...JSON.parse(text), description: `number ${n}` }),
    },
  ].filter(({ file }) => existsSync(path.join(folder, file)));
}

/** Puts code behind the brace that opens the body of the function at a line. */
function intoFunction(text, line, code) {
  const start = text
    .split('\n')
    .slice(0, line - 1)
    .join('\n').length;
  const body = /(?:=>|\))\s*(?::[^{};]*)?\{/.exec(text.slice(start));
  if (!body) return text;
  const at = start + body.index + body[0].length;
  return text.slice(0, at) + code + text.slice(at);
}

async function timed(folder, { what, file, change }, rounds) {
  const { createScanSession } = await from('compiler/scan-session.js');
  const { scanProject } = await from('compiler/scan.js');
  const { scanServers } = await from('runtime/project/scan-project.js');
  rmSync(path.join(folder, '.tool'), { recursive: true, force: true });
  const session = createScanSession();
  const state = { compile: 0, result: null };
  const host = {
    root: folder,
    progress: { update() {} },
    trace() {},
    compile: async (options) => {
      const begun = process.cpuUsage();
      state.options = options;
      state.result = await session.scan(options);
      state.compile += used(begun);
      return state.result;
    },
  };
  const scan = async () => {
    state.compile = 0;
    const begun = process.cpuUsage();
    await scanServers(host, { allowEmpty: false, printChanged: false });
    return used(begun);
  };
  const original = readFileSync(path.join(folder, file), 'utf8');
  const totals = [],
    compiles = [];
  let partial = 0,
    same = true;
  try {
    await scan();
    for (let round = 0; round < rounds; round++) {
      writeFileSync(path.join(folder, file), change(original, round));
      totals.push(await scan());
      compiles.push(state.compile);
      if (session.wasPartial) partial++;
      same &&= JSON.stringify(state.result.endpointSet) === JSON.stringify((await scanProject(state.options)).endpointSet);
    }
  } finally {
    writeFileSync(path.join(folder, file), original);
  }
  return {
    what,
    file,
    milliseconds: Math.round(median(totals)),
    scanMilliseconds: Math.round(median(compiles)),
    partial: partial === rounds,
    same,
  };
}

const used = (since) => {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1000;
};
const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];

export function printRescan(reports) {
  console.log(
    'Rescans in a process that stays, processor time against a cold `tool scan` (goal 0.1; in brackets without storing the model)\n',
  );
  for (const { name, coldMilliseconds, rows } of reports) {
    console.log(`${name}: cold ${coldMilliseconds} ms`);
    for (const row of rows)
      console.log(
        `  ${row.timesCold.toFixed(3)} (${row.scanTimesCold.toFixed(3)})  ${row.what} (${row.file})${row.partial ? '' : ', in full'}${row.same ? '' : ', WRONG'}`,
      );
  }
}
