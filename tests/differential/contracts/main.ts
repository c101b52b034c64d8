/** Compares generated programs on real Express with their contracts in the model, in plain Node. */
import { fuzzContracts } from './fuzz.js';

const argument = (name: string, otherwise: number): number => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? otherwise : Number(process.argv[at + 1]);
};
const without = process.argv.indexOf('--without');
const seed = argument('seed', 1);
const report = await fuzzContracts({
  seed,
  runs: argument('runs', 200),
  failures: argument('failures', 1),
  reduceMs: argument('reduce-ms', 20_000),
  without: new Set(without < 0 ? [] : process.argv[without + 1]!.split(',')),
});
process.stdout.write(
  `seed ${seed}: ${report.compared} programs, ${report.requests} requests, ${[...report.discarded.values()].reduce((all, count) => all + count, 0)} discarded ${JSON.stringify(Object.fromEntries(report.kinds))}\n`,
);
if (process.argv.includes('--discarded')) for (const [error, count] of report.discarded) process.stdout.write(`  ${count} × ${error}\n`);
for (const { program, disagreements, observed } of report.failures) {
  process.stdout.write(`\nThe model and real Express ${program.version} disagree:\n`);
  for (const [name, text] of program.files) if (name !== 'package.json') process.stdout.write(`--- ${name}\n${text}\n`);
  process.stdout.write(
    `Express:\n${observed.map((line) => `  ${line}`).join('\n')}\nDisagreements:\n${disagreements.map(({ kind, text }) => `  ${kind}: ${text}`).join('\n')}\n`,
  );
}
process.stdout.write('', () => process.exit(report.failures.length > 0 ? 1 : 0));
