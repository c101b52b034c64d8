import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { compare, type Disagreement } from './compare.js';
import { generateProgram } from './generator.js';
import { runOracle } from './oracle.js';
import type { GeneratedProgram } from './program.js';
import { reduceProgram, reduceTape } from './reduce.js';
import type { Row } from './row.js';
import { runPasses, scanProject } from './scanner.js';

export interface FuzzOptions {
  readonly seed: number;
  /** Valid programs to compare. */
  readonly runs: number;
  /** Only run the oracle: checks the generator before there is a scanner. */
  readonly oracleOnly?: boolean;
  /** Compare the passes alone, on a tree read off the real stacks. */
  readonly passesOnly?: boolean;
  /** Go on after a failure until so many different ones were found. */
  readonly failures?: number;
  readonly reduceMs?: number;
  /** Shortest tape: larger ones make larger programs. */
  readonly minLength?: number;
  /** Kinds of constructs the generator leaves out: `async`, `generators`, `tags`, `iterators`, `truthy`, `repeats`, `undecided`. */
  readonly without?: ReadonlySet<string>;
  /** Leave out programs whose text matches: to look behind a failure that is known. */
  readonly skip?: RegExp;
}

export interface Failure {
  readonly program: GeneratedProgram;
  readonly rows: readonly Row[];
  readonly disagreements: readonly Disagreement[];
  readonly model: readonly string[];
}

export interface FuzzReport {
  readonly compared: number;
  readonly routes: number;
  readonly discarded: ReadonlyMap<string, number>;
  readonly failures: readonly Failure[];
  readonly oracleMs: number;
  readonly scanMs: number;
}

const tapes = (minLength: number): fc.Arbitrary<number[]> =>
  fc.array(fc.noBias(fc.nat({ max: 0xfffff })), { minLength, maxLength: Math.max(320, minLength * 2), size: 'max' });

/** Where the programs are written; in memory where the machine offers it. */
export const scratch = (): string => fs.mkdtempSync(path.join(fs.existsSync('/dev/shm') ? '/dev/shm' : os.tmpdir(), 'differential-'));

export function writeProgram(root: string, files: ReadonlyMap<string, string>): void {
  fs.rmSync(root, { recursive: true, force: true });
  for (const [name, text] of files) {
    const file = path.join(root, name);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, text);
  }
}

export interface Judgement {
  readonly error?: string;
  readonly rows: readonly Row[];
  readonly disagreements: readonly Disagreement[];
  readonly model: readonly string[];
  readonly oracleMs: number;
  readonly scanMs: number;
}

export interface JudgeOptions {
  readonly oracleOnly?: boolean;
  readonly passesOnly?: boolean;
  readonly timeout?: number;
}

/** Writes a program, runs it on real Express and scans it. */
export async function judge(root: string, program: GeneratedProgram, options: JudgeOptions = {}): Promise<Judgement> {
  writeProgram(root, program.files);
  const start = performance.now();
  const running = {
    root,
    entry: program.entry,
    version: program.version,
    withTree: options.passesOnly === true,
    ...(options.timeout ? { timeout: options.timeout } : {}),
  };
  const oracle = await runOracle(running);
  const env = oracle.error === undefined ? variablesOf(program) : {};
  const configured = Object.keys(env).length > 0 ? { configured: (await runOracle({ ...running, env })).rows } : {};
  const oracleMs = performance.now() - start;
  if (oracle.error !== undefined) return { error: oracle.error, rows: [], disagreements: [], model: [], oracleMs, scanMs: 0 };
  if (options.oracleOnly) return { rows: oracle.rows, disagreements: [], model: [], oracleMs, scanMs: 0 };
  const scanStart = performance.now();
  try {
    const endpointSet = options.passesOnly ? await runPasses(oracle.tree!) : (await scanProject(root)).endpointSet;
    const scanMs = performance.now() - scanStart;
    const disagreements = compare(oracle.rows, endpointSet, {
      files: program.files,
      decidedOnly: options.passesOnly === true,
      ...(options.passesOnly ? {} : configured),
    });
    const names = new Map(endpointSet.program.middlewares.map((each) => [each.id, each.name]));
    const model =
      disagreements.length === 0
        ? []
        : endpointSet.endpoints.map(
            (each) =>
              `${each.method} ${each.path} [${each.chain.map((entry) => names.get(entry.middleware) + (entry.conditional ? '?' : '') + (entry.phase ? `(${entry.phase})` : '')).join(', ')}]${each.conditional ? ' conditional' : ''}${each.shadowedBy ? ' shadowed' : ''} ${each.source && 'file' in each.source ? `${each.source.file}:${each.source.line}` : ''}`,
          );
    return { rows: oracle.rows, disagreements, model, oracleMs, scanMs };
  } catch (error) {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { rows: oracle.rows, disagreements: [{ kind: 'crash', text }], model: [], oracleMs, scanMs: performance.now() - scanStart };
  }
}

/** Variables that decide about middlewares, each set. */
function variablesOf({ files }: GeneratedProgram): Record<string, string> {
  const text = [...files.values()].join('\n');
  if (!/function maybe/.test(text)) return {};
  return Object.fromEntries([...text.matchAll(/process\.env\.(FLAG\w+)/g)].map(([, name]) => [name!, 'on']));
}

export async function fuzz(options: FuzzOptions): Promise<FuzzReport> {
  const root = path.join(scratch(), 'p');
  const discarded = new Map<string, number>();
  const failures: Failure[] = [];
  const seen = new Set<string>();
  let compared = 0,
    routes = 0,
    oracleMs = 0,
    scanMs = 0;
  let failing: readonly number[] | undefined;
  let seed = options.seed;
  const judging: JudgeOptions = { oracleOnly: options.oracleOnly === true, passesOnly: options.passesOnly === true };
  try {
    while (compared < options.runs && failures.length < (options.failures ?? 1)) {
      failing = undefined;
      await fc
        .assert(
          fc.asyncProperty(tapes(options.minLength ?? 8), async (choices) => {
            const program = generateProgram(choices, options.without);
            if (options.skip && [...program.files.values()].some((text) => options.skip!.test(text))) fc.pre(false);
            const result = await judge(root, program, judging);
            oracleMs += result.oracleMs;
            scanMs += result.scanMs;
            if (result.error !== undefined) {
              discarded.set(result.error, (discarded.get(result.error) ?? 0) + 1);
              if (process.env['FUZZ_SHOW_DISCARDED']) show(program, result.error);
              fc.pre(false);
            }
            compared++;
            routes += result.rows.length;
            if (result.disagreements.length > 0) {
              failing = choices;
              throw new Error('disagreement');
            }
          }),
          { seed, numRuns: options.runs - compared, maxSkipsPerRun: 1000, endOnFailure: true },
        )
        .catch((error: unknown) => {
          if (!failing) throw error;
        });
      if (failing) {
        const failure = await reduce(root, failing, options.reduceMs ?? 20_000, judging, options.without);
        const cause =
          failure.disagreements.map((each) => each.kind).join() +
          [...failure.program.files.values()]
            .join('')
            .replace(/[a-z]+\d+/gi, 'n')
            .replace(/\s+/g, ' ');
        if (!seen.has(cause)) {
          seen.add(cause);
          failures.push(failure);
        }
        seed = (seed + 1) | 0;
      }
    }
  } finally {
    fs.rmSync(path.dirname(root), { recursive: true, force: true });
  }
  return { compared, routes, discarded, failures, oracleMs, scanMs };
}

async function reduce(
  root: string,
  choices: readonly number[],
  budgetMs: number,
  judging: JudgeOptions,
  without?: ReadonlySet<string>,
): Promise<Failure> {
  const deadline = performance.now() + budgetMs;
  const kinds = new Set((await judge(root, generateProgram(choices, without), judging)).disagreements.map((each) => each.kind));
  const fails = async (program: GeneratedProgram): Promise<boolean> => {
    const result = await judge(root, program, { ...judging, timeout: 1000 });
    return result.error === undefined && result.disagreements.some((each) => kinds.has(each.kind));
  };
  const shorter = await reduceTape(choices, (candidate) => fails(generateProgram(candidate, without)), performance.now() + budgetMs / 2);
  const program = await reduceProgram(generateProgram(shorter, without), fails, deadline);
  const { rows, disagreements, model } = await judge(root, program, { ...judging, timeout: 1000 });
  return { program, rows, disagreements, model };
}

export function show(program: GeneratedProgram, note: string): void {
  process.stdout.write(`${note}\nExpress ${program.version}, ${program.format}, entry ${program.entry}\n`);
  for (const [name, text] of program.files)
    if (!/^(package|tsconfig)\.json$/.test(name))
      process.stdout.write(
        `--- ${name}\n${text
          .split('\n')
          .map((line, index) => `${String(index + 1).padStart(3)} ${line}`)
          .join('\n')}\n`,
      );
}
