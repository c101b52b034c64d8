import Fastify from 'fastify';
import { bootstrap } from 'fastify-decorators';
import { Bell } from './listed/bell.js';
import { Ramps, Stairs } from './listed/stairs.js';

const tower = Fastify();
tower.addHook('onRequest', async function porter() {});
// By the names of files, in folders below too; a file whose name does not fit is not loaded.
await tower.register(bootstrap, {
  directory: new URL('rooms', import.meta.url),
  mask: /\.room\./,
  controllers: [Bell, Stairs, Ramps],
  prefix: '/tower',
});
await tower.listen({ port: 8000 });
