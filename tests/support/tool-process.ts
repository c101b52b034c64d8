import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';

export const repository = resolve(dirname(fileURLToPath(import.meta.url)), '../../..');
export const bin = join(repository, 'dist/runtime/cli/bin.js');

export interface Run {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the tool as users do. Asynchronous, so that a server in this process can answer it. */
export function tool(folder: string, args: readonly string[], environment: Readonly<Record<string, string>> = {}): Promise<Run> {
  const { NO_COLOR: _noColour, FORCE_COLOR: _forceColour, ...inherited } = process.env;
  return new Promise((done, fail) => {
    const child = spawn(process.execPath, [bin, ...args], {
      cwd: folder,
      env: { ...inherited, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    child.once('error', fail).once('close', (code) => {
      done({ code, stdout, stderr });
    });
  });
}

/** A new folder with these files, below a scratch folder. */
export function projectIn(scratch: string, files: Readonly<Record<string, string>>): string {
  const folder = realpathSync(mkdtempSync(join(scratch, 'project-')));
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  return folder;
}

export const scratchFolder = (name: string): string => realpathSync(mkdtempSync(join(tmpdir(), `tool-${name}-`)));

let ajv: Ajv2020 | undefined;

/** Parses stdout as one JSON document and checks it against its schema in `output-schemas/`. */
export function document(run: Run, schema: string): any {
  if (ajv === undefined) {
    ajv = new Ajv2020({ strict: false, validateFormats: false });
    for (const folder of ['schemas', 'runtime/cli/output-schemas']) {
      for (const file of readdirSync(join(repository, folder)))
        if (file.endsWith('.schema.json')) ajv.addSchema(JSON.parse(readFileSync(join(repository, folder, file), 'utf8')) as object);
    }
  }
  const value: unknown = JSON.parse(run.stdout);
  const validate = ajv.getSchema(`https://tool.invalid/output-schemas/${schema}.schema.json`)!;
  expect(validate(value) ? [] : validate.errors).toEqual([]);
  return value;
}
