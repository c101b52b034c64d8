import fs from 'node:fs';
import path from 'node:path';
import { scratch, writeProgram } from './fuzz.js';
import { runOracle } from './oracle.js';

interface Input {
  readonly files: Readonly<Record<string, string>>;
  readonly entry: string;
  readonly version: 4 | 5;
}

/** Reads programs from standard input as JSON, writes the oracle's results: the tests run inside jest, whose modules are not Node's. */
const inputs = JSON.parse(fs.readFileSync(0, 'utf8')) as Input[];
const parent = scratch();
const results = [];
try {
  for (const input of inputs) {
    const root = path.join(parent, 'p');
    writeProgram(root, new Map(Object.entries(input.files)));
    results.push(await runOracle({ root, entry: input.entry, version: input.version, timeout: 6000 }));
  }
} finally {
  fs.rmSync(parent, { recursive: true, force: true });
}
process.stdout.write(JSON.stringify(results));
