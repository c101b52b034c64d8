// usage: node tests/check-postman.mjs <collection.json>…
// Downloads Postman's published schema of collection format 2.1 and checks collections against it. Needs the network, so it is no part of the tests.
import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';

const url = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';
const answer = await fetch(url).catch((error) => { console.error(`${url}: ${error.cause?.code ?? error.message}`); process.exit(3); });
if (!answer.ok) { console.error(`${url} answered ${answer.status}`); process.exit(3); }
const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true });
const validate = ajv.compile(await answer.json());
for (const file of process.argv.slice(2)) {
  const valid = validate(JSON.parse(readFileSync(file, 'utf8')));
  console.log(`${file}: ${valid ? 'valid' : ajv.errorsText(validate.errors, { separator: '\n  ' })}`);
  if (!valid) process.exitCode = 1;
}
