import { fuzz, show } from './fuzz.js';
import { printRow } from './row.js';

const argument = (name: string, otherwise: number): number => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? otherwise : Number(process.argv[at + 1]);
};

const seed = argument('seed', Date.now() & 0x7fffffff);
const skip = process.argv.indexOf('--skip');
const without = process.argv.indexOf('--without');
const report = await fuzz({
  seed,
  without: new Set(without < 0 ? [] : process.argv[without + 1]!.split(',')),
  ...(skip < 0 ? {} : { skip: new RegExp(process.argv[skip + 1]!) }),
  runs: argument('runs', 500),
  minLength: argument('min-length', 8),
  failures: argument('failures', 1),
  reduceMs: argument('reduce-ms', 20_000),
  oracleOnly: process.argv.includes('--oracle-only'),
  passesOnly: process.argv.includes('--passes-only'),
});
const skipped = [...report.discarded.values()].reduce((all, count) => all + count, 0);
process.stdout.write(
  `seed ${seed}: ${report.compared} programs, ${report.routes} routes, ${skipped} discarded; oracle ${Math.round(report.oracleMs)} ms, scanner ${Math.round(report.scanMs)} ms\n`,
);
if (process.argv.includes('--discarded'))
  for (const [error, count] of [...report.discarded].sort((a, b) => b[1] - a[1]).slice(0, 30))
    process.stdout.write(`  ${count} × ${error}\n`);
for (const failure of report.failures) {
  process.stdout.write('\n');
  show(failure.program, 'The scanner and real Express disagree about this program:');
  process.stdout.write(
    `Express:\n${failure.rows.map((row) => `  ${printRow(row)}`).join('\n')}\nScanner:\n${failure.model.map((line) => `  ${line}`).join('\n')}\nDisagreements:\n${failure.disagreements.map((each) => `  ${each.kind}: ${each.text}`).join('\n')}\n`,
  );
}
process.exitCode = report.failures.length > 0 ? 1 : 0;
