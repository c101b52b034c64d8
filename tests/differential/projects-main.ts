import { projectNames, runProject } from './projects.js';
import { printRow } from './row.js';

const only = process.argv.slice(2).filter((each) => !each.startsWith('--'));
const oracleOnly = process.argv.includes('--oracle-only');
let failed = 0,
  count = 0;
for (const name of projectNames()) {
  if (only.length > 0 && !only.some((each) => name.includes(each))) continue;
  for (const result of await runProject(name, oracleOnly)) {
    count++;
    const bad = result.error !== undefined || result.disagreements.length > 0 || result.rows.length === 0;
    if (bad) failed++;
    if (bad || process.argv.includes('--verbose')) {
      process.stdout.write(
        `${bad ? 'FAIL' : 'ok  '} ${name} on Express ${result.version}${result.error === undefined ? '' : `: the program itself fails: ${result.error}`}\n`,
      );
      for (const each of result.disagreements) process.stdout.write(`       ${each.kind}: ${each.text}\n`);
      if (process.argv.includes('--verbose')) for (const row of result.rows) process.stdout.write(`       ${printRow(row)}\n`);
    }
  }
}
process.stdout.write(`${count - failed} of ${count} projects agree\n`);
process.exitCode = failed > 0 ? 1 : 0;
