#!/usr/bin/env node
import { setFlagsFromString } from 'node:v8';
// Commands are short: what V8 optimizes early in them is hardly run any more, or has to be taken back, and costs a fifth of a scan. Only what runs
// very often is optimized.
setFlagsFromString('--interrupt-budget=600000');
const argv = process.argv.slice(2);
// A scan in which nothing changed must not be noticed in a hook: it is answered before anything else is loaded.
const answered = argv[0] === 'scan' ? (await import('./unchanged-scan.js')).unchangedScan(argv)
  : argv[0] === 'mcp' ? await (await import('./quick-mcp.js')).quickMcp(argv) : null;
process.exitCode = answered ?? await (await import('./main.js')).main(argv);
