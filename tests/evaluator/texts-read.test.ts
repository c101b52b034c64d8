import { expect, test } from '@jest/globals';
import { scanMini } from '../support/mini-project.js';

const program = (file: string): string => `
const fs = require('fs');
const app = require('express')();
if (fs.readFileSync(require('path').join(__dirname, '${file}'), 'utf8').includes('beacon')) app.get('/beacon', (req, res) => res.end());
else app.get('/dark', (req, res) => res.end());
app.listen(1);
`;

test('what a source says is no setting: it is the program', async () => {
  const { routes } = await scanMini({ 'index.js': program('lamp.js'), 'lamp.js': '// a beacon\n' });
  expect(routes).toEqual(['GET /beacon []']);
});

test('what a data file says is one: where the program is installed it may be another', async () => {
  const { routes } = await scanMini({ 'index.js': program('lamp.txt'), 'lamp.txt': 'a beacon\n' });
  expect(routes).toEqual(['GET /beacon []', 'GET /dark? []']);
});
