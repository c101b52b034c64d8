// A program in TypeScript that goes through folders and looks for `.js` finds what its sources are built to, by the names that they then have.
import express from 'express';
import fs from 'fs';
import path from 'path';
import { globSync } from 'glob';
import { listed } from './listed';

const wharf = express();

// Beside the program.
for (const name of fs.readdirSync(path.join(__dirname, 'routes')))
  if (/\.js$/.test(name) && name !== 'index.js') wharf.use('/' + name.replace('.js', ''), require(`./routes/${name}`).default);

// In the folder that is built.
const walk = (folder: string): string[] =>
  fs.readdirSync(folder).flatMap((name) => {
    const at = path.join(folder, name);
    return fs.statSync(at).isDirectory() ? walk(at) : [at];
  });
if (fs.existsSync(path.join(process.cwd(), 'dist/jobs')))
  for (const file of walk(path.join(process.cwd(), 'dist', 'jobs'))) wharf.use('/jobs/' + path.basename(file, '.js'), require(file).default);

// By a pattern.
for (const file of globSync(path.join(__dirname, 'hooks', '*.js'))) wharf.use('/hooks/' + path.parse(file).name, require(file).default);

// The caller says what it looks for.
for (const file of listed(path.join(__dirname, 'routes/inner')).filter((each) => each.endsWith('.js'))) wharf.use('/inner', require(file).default);

// What others build may be there or not.
if (fs.existsSync(path.join(__dirname, '../client/dist'))) wharf.get('/app/*', (req, res) => { res.sendFile('/index.html'); });

async function later(): Promise<void> {
  for (const entry of await fs.promises.readdir(path.resolve('dist/views'), { withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const view = await import(path.join(entry.path, entry.name));
    wharf.use('/views', view.default);
  }
  wharf.listen(4000);
}
void later();
