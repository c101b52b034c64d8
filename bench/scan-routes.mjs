// A cold scan without contracts, which `tool scan` always makes: the routes and chains of a project, nothing written.
//   node bench/scan-routes.mjs <folder>
import { setFlagsFromString } from 'node:v8';

// As the command does (runtime/cli/bin.ts).
for (const flag of [
  '--interrupt-budget=600000',
  '--max-inlined-bytecode-size-cumulative=200',
  '--max-lazy',
  '--semi-space-growth-factor=8',
])
  setFlagsFromString(flag);
const { scanProject } = await import('../dist/bundle/scan.js');
const { endpointSet } = await scanProject({ root: process.argv[2], contracts: false });
console.log(JSON.stringify({ endpoints: endpointSet.endpoints.length }));
