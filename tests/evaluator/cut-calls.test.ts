import { expect, test } from '@jest/globals';
import { scanMini } from '../support/mini-project.js';

/** What fires hooks takes long where a command runs it, and is short where the server asks it for its paths. */
const PROGRAM = (command: string): string => `
const express = require('express');
const app = express();
const hooks = {
  copy: [(rows, at) => { rows[at % 7] = [at, rows.length]; return at < 500000; }],
  paths: [(paths, at) => { if (at === 0) paths.boats = 'vessels'; return at < 3; }],
};
function fire(name, given) {
  for (const hook of hooks[name]) for (let at = 0; hook(given, at); at++);
  return given;
}
function copyAll() {
  for (const each of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']) fire('copy', [each]);
}
async function serve() {
  await require('some-store').connect();
  const paths = fire('paths', { boats: 'boats', trips: 'trips' });
  const router = express.Router();
  for (const path of Object.values(paths)) router.get('/' + path, (req, res) => res.json([]));
  app.use('/api', router);
  app.listen(3000);
}
${command}
`;

test('what another configuration runs for too long is followed where the server needs it', async () => {
  const { routes } = await scanMini({ 'index.js': PROGRAM('if (process.env.COMMAND === "copy") copyAll();\nelse serve();') });
  expect(routes).toEqual(['GET /api/trips []', 'GET /api/vessels []']);
});
