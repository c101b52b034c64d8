import type { SimulateRequest } from '../../runtime/simulate/index.js';
import type { Run, RunCheck } from '../../schemas/index.js';

/** A simulation of everything that is read, told nothing else. */
export const ALL: SimulateRequest = {
  endpoints: [],
  only: [],
  skip: [],
  tags: [],
  failed: false,
  allowWrites: false,
  seed: 7,
  day: '2026-01-15',
  concurrency: 1,
  intervalMs: 0,
  bail: false,
  cleanup: false,
  negative: false,
  insecure: false,
};

export const checksOf = (result: Run): RunCheck[] => result.groups.flatMap(({ checks }) => checks);

/** What did not pass, and why. */
export const problems = (result: Run): string[] =>
  checksOf(result)
    .filter(({ verdict }) => verdict !== 'passed')
    .map(({ name, reason, failures }) => `${name}: ${reason ?? failures.map(({ message }) => message).join(' ')}`);
