import fs from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { fileURLToPath } from 'node:url';
import { writeProgram } from '../fuzz.js';
import { reduceProgram, reduceTape } from '../reduce.js';
import { scanProject } from '../scanner.js';
import { compareContracts, type ContractDisagreement } from './compare.js';
import { generateContractProgram } from './generator.js';
import { observeProgram, type Observation } from './oracle.js';
import type { ContractProgram } from './program.js';

export interface ContractFuzzOptions {
  readonly seed: number;
  readonly runs: number;
  readonly failures: number;
  readonly reduceMs: number;
  /** Kinds of disagreement that are left out. */ readonly without: ReadonlySet<string>;
}
export interface ContractFailure {
  readonly program: ContractProgram;
  readonly disagreements: readonly ContractDisagreement[];
  readonly observed: readonly string[];
}
export interface ContractReport {
  readonly compared: number;
  readonly requests: number;
  readonly discarded: ReadonlyMap<string, number>;
  readonly failures: readonly ContractFailure[];
  readonly kinds: ReadonlyMap<string, number>;
}

interface Judged {
  readonly error?: string;
  readonly disagreements: readonly ContractDisagreement[];
  readonly observations: readonly Observation[];
}

const tapes = fc.array(fc.noBias(fc.nat({ max: 0xfffff })), { minLength: 12, maxLength: 160, size: 'max' });
/** Below the repository, so that the programs find the packages they require. */
const scratch = (): string => {
  const parent = fileURLToPath(new URL('../../../../.build/contract-programs', import.meta.url));
  fs.mkdirSync(parent, { recursive: true });
  return fs.mkdtempSync(path.join(parent, 'p'));
};

/** Writes a program, runs it on real Express and scans it. */
async function judge(root: string, program: ContractProgram, without: ReadonlySet<string>): Promise<Judged> {
  writeProgram(root, program.files);
  const observed = await observeProgram(root, program);
  if ('error' in observed) return { error: observed.error, disagreements: [], observations: [] };
  try {
    const { endpointSet } = await scanProject(root);
    return {
      disagreements: compareContracts(program, observed, endpointSet).filter(({ kind }) => !without.has(kind)),
      observations: observed,
    };
  } catch (error) {
    return {
      disagreements: [{ kind: 'crash', text: error instanceof Error ? (error.stack ?? error.message) : String(error) }],
      observations: observed,
    };
  }
}

/** Generates programs until so many were compared or so many different failures were found and made small. */
export async function fuzzContracts(options: ContractFuzzOptions): Promise<ContractReport> {
  const folder = scratch();
  const root = path.join(folder, 'p');
  const discarded = new Map<string, number>(),
    kinds = new Map<string, number>();
  const failures: ContractFailure[] = [];
  let compared = 0,
    requests = 0;
  try {
    for (let seed = options.seed; compared < options.runs && failures.length < options.failures; seed = (seed + 1) | 0) {
      let failing: readonly number[] | undefined;
      await fc
        .assert(
          fc.asyncProperty(tapes, async (choices) => {
            const { error, disagreements, observations } = await judge(root, generateContractProgram(choices), options.without);
            if (error !== undefined) {
              discarded.set(error, (discarded.get(error) ?? 0) + 1);
              fc.pre(false);
            }
            compared++;
            requests += observations.length;
            for (const { kind } of disagreements) kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
            if (disagreements.length > 0) {
              failing = choices;
              throw new Error('disagreement');
            }
          }),
          { seed, numRuns: options.runs - compared, maxSkipsPerRun: 1000, endOnFailure: true },
        )
        .catch((error: unknown) => {
          if (!failing) throw error;
        });
      if (failing) failures.push(await reduce(root, failing, options));
    }
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
  return { compared, requests, discarded, failures, kinds };
}

async function reduce(root: string, choices: readonly number[], { reduceMs, without }: ContractFuzzOptions): Promise<ContractFailure> {
  const deadline = performance.now() + reduceMs;
  const first = (await judge(root, generateContractProgram(choices), without)).disagreements[0]?.kind;
  const fails = async (program: ContractProgram): Promise<boolean> => {
    const result = await judge(root, program, without);
    return result.error === undefined && result.disagreements.some(({ kind }) => kind === first);
  };
  const shorter = await reduceTape(choices, (candidate) => fails(generateContractProgram(candidate)), performance.now() + reduceMs * 0.7);
  const program = await reduceProgram(generateContractProgram(shorter), async (candidate) => fails(candidate), deadline);
  const { disagreements, observations } = await judge(root, program, without);
  const observed = observations.map(
    ({ endpoint, without: left, status, json }) =>
      `${endpoint.method} ${endpoint.path} ${left === null ? 'all' : left === undefined ? 'none' : `without ${left}`}: ${status} ${JSON.stringify(json) ?? ''}`,
  );
  return { program, disagreements, observed: [...new Set(observed)] };
}
