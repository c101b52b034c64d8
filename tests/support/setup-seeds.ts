import process from 'node:process';
import fc from 'fast-check';

/*
 * Property tests draw a new seed at every run, and print it when they fail. CI gates landing, so it repeats one seed (FUZZ_SEED): a failure there
 * is a change's own, and new counterexamples are found by people and nightly runs.
 */
const seed = process.env['FUZZ_SEED'];
if (seed !== undefined) fc.configureGlobal({ seed: Number(seed) });
