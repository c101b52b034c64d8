import { readdir } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import express from 'express';
const here = dirname(fileURLToPath(import.meta.url));
const app = express();
async function walk(folder) {
  const found = [];
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const full = join(folder, entry.name);
    if (entry.isDirectory()) found.push(...(await walk(full)));
    else if (entry.name.endsWith('.mjs')) found.push(full);
  }
  return found;
}
const root = join(here, 'api');
for (const file of await walk(root)) {
  const url = '/' + relative(root, file).split(sep).join('/').replace(/\.mjs$/, '').replace(/\/?index$/, '').replace(/\[(\w+)\]/g, ':$1');
  const module = await import(pathToFileURL(file).href);
  for (const verb of ['GET', 'POST']) if (module[verb]) app[verb.toLowerCase()](url, module[verb]);
}
app.listen(1);
