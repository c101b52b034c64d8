// npm run golden:update -- <substring>: rewrites the expectations of the cases whose name holds the substring.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

const [part] = process.argv.slice(2);
if (process.env.CI === 'true') {
  console.error(
    'Expectations are not rewritten in CI: a change in them has to be reviewed. Run it on your machine and commit the difference.',
  );
  process.exit(2);
}
if (!part) {
  console.error('Which cases? npm run golden:update -- <part of a name, for example passes/resolve-mounts>, after npm run build.');
  process.exit(2);
}
const { allCases } = await import(new URL('../../dist/tests/golden/cases.js', import.meta.url));
const cases = allCases().filter(({ name }) => name.includes(part));
if (cases.length === 0) {
  console.error(`No case has "${part}" in its name.`);
  process.exit(2);
}
let failed = 0;
for (const { name, run, problems } of cases) {
  try {
    let changed = 0;
    for (const { file, text } of await run()) {
      if (existsSync(file) && readFileSync(file, 'utf8') === text) continue;
      writeFileSync(file, text);
      changed++;
    }
    console.log(`${changed > 0 ? 'written  ' : 'unchanged'} ${name}`);
    for (const problem of (await problems?.()) ?? []) {
      console.log(`          ${problem}`);
      failed++;
    }
  } catch (error) {
    console.log(`failed    ${name}: ${error.message}`);
    failed++;
  }
}
process.exit(failed > 0 ? 1 : 0);
