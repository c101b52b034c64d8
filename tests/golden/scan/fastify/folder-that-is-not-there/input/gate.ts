import fs from 'node:fs';
import path from 'node:path';
import fastify from 'fastify';

const gate = fastify();

/** Only the build has this folder: that its files register something is said. */
const pathsOf = async (folder: string) => {
  const found: any[] = [];
  for (const name of fs.readdirSync(path.join(__dirname, folder))) found.push((await import(`./${folder}/${name}`)).default);
  return found;
};

const open = async () => {
  for (const way of await pathsOf('built-ways')) gate.route(way); //~ fastify/unknown-route-options
  // Nothing is registered for what lies in here.
  for (const name of fs.readdirSync('uploads')) fs.unlinkSync(path.join('uploads', name));
  gate.get('/open', async () => 'yes');
  await gate.listen({ port: 3000 });
};

open();
