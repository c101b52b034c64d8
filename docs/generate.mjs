// Writes the reference pages from what the program is made of: commands, schemas, catalogues of diagnostics, tools of the MCP server.
// Needs the build: `npm run docs` makes it first. tests/repository/documentation.test.ts compares the pages with what this file gives.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { commandReference } from '../dist/runtime/cli/command-reference.js';
import { commands } from '../dist/runtime/cli/commands/index.js';
import { globalOptions, groups } from '../dist/runtime/cli/command-tree.js';
import { diagnosticReference } from './reference/diagnostics.mjs';
import { fileReference } from './reference/files.mjs';
import { toolReference } from './reference/mcp-tools.mjs';

const here = new URL('.', import.meta.url);

/** Page, relative to docs/, → its text. */
export async function referencePages() {
  const schemas = new URL('../schemas/', here);
  const read = (name) => JSON.parse(readFileSync(new URL(`${name}.schema.json`, schemas), 'utf8'));
  const pageOf = (owner) => readFileSync(new URL(`diagnostics/${owner}.md`, here), 'utf8');
  return {
    'commands.md': commandReference(commands, { globalOptions, groups }),
    'files.md': fileReference(
      Object.fromEntries(
        readdirSync(schemas)
          .filter((file) => file.endsWith('.schema.json'))
          .map((file) => [file.replace('.schema.json', ''), read(file.replace('.schema.json', ''))]),
      ),
    ),
    'diagnostics/README.md': diagnosticReference(await catalogues(), pageOf),
    'mcp-tools.md': await toolReference(),
  };
}

/** The catalogues of the compiler and of every adapter that it brings; the template's are there to be copied. */
async function catalogues() {
  const adapters = new URL('../dist/compiler/adapters/', here);
  const files = [
    ...['evaluator', 'frontend', 'passes'].map((folder) => new URL(`../dist/compiler/${folder}/diagnostics.js`, here)),
    ...readdirSync(adapters, { withFileTypes: true })
      .filter(
        (entry) =>
          entry.isDirectory() && entry.name !== '_template' && readdirSync(new URL(`${entry.name}/`, adapters)).includes('diagnostics.js'),
      )
      .map((entry) => new URL(`${entry.name}/diagnostics.js`, adapters)),
  ];
  const modules = await Promise.all(files.map((file) => import(file.href)));
  return modules
    .flatMap((module) => Object.values(module))
    .filter((value) => typeof value === 'object' && Object.values(value).every((entry) => typeof entry?.message === 'string'));
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  for (const [page, text] of Object.entries(await referencePages())) writeFileSync(fileURLToPath(new URL(page, here)), text);
}
