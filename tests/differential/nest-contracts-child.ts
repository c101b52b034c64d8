/** Starts a compiled project in the real framework and prints what it answers: `folder requests-as-JSON`. */
import { askAll, type Asked } from './contract-answers.js';
import { startNest } from './nest-start.js';

const [folder, requests] = process.argv.slice(2);
const { port } = await startNest(folder!);
const answers = await askAll(port, JSON.parse(requests!) as Asked[]);
process.stdout.write(`\n${JSON.stringify(answers)}`, () => process.exit(0));
