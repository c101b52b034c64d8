import { fileURLToPath, pathToFileURL } from 'node:url';
import Fastify from 'fastify';
import jetpack from 'fs-jetpack';
import bolt from './keepers/latch.js';

const lodge = Fastify();
const here = fileURLToPath(new URL('.', import.meta.url));

// Names without a slash are looked for in every folder; what such a function is called, its file says.
const doors = await jetpack.findAsync(fileURLToPath(new URL('doors', import.meta.url)), { matching: ['*.ts', '!*.draft.ts'] });
for (const door of doors) {
  const { path, open } = await import(pathToFileURL(door).href);
  const { default: keeper } = await import(pathToFileURL(`${here}keepers/${path === '/trunk' ? 'porter/index' : 'guard'}.ts`).href);
  lodge.route({ method: 'GET', url: path, preHandler: [keeper, bolt], handler: open });
}

// Only in this folder, from another working folder.
for (const keeper of jetpack.cwd('keepers').find({ matching: '*.ts', recursive: false }))
  lodge.get(`/keepers/${keeper.replace('.ts', '')}`, { onRequest: (await import(`./keepers/${keeper}`)).default }, async () => ({ here: true }));

await lodge.listen({ port: 3000 });
