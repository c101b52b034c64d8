/** Loads a program of the real framework and prints what it answers: `file requests-as-JSON`. */
import { pathToFileURL } from 'node:url';
import { answered, bodyText, type Answered, type Asked } from './contract-answers.js';

const [file, requests] = process.argv.slice(2);
const { default: app } = (await import(pathToFileURL(file!).href)) as {
  default: { request(path: string, init: object): Promise<Response> };
};
const answers: Answered[] = [];
for (const { endpoint, path, body, headers } of JSON.parse(requests!) as Asked[])
  answers.push(
    await answered(
      await app.request(path, {
        method: endpoint.split(' ')[0],
        headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
        ...(body !== undefined && { body: bodyText(body) }),
      }),
    ),
  );
process.stdout.write(`\n${JSON.stringify(answers)}`, () => process.exit(0));
