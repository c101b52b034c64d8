import fastify from 'fastify';
import { PrismaClient, Colour } from './generated/store/client.js';
import { PrismaClient as SameClient } from '@store/client';
import { chart } from './charts/beams.js'; //~ evaluator/missing-module

const tower = fastify();
const store = new PrismaClient();
const again = new SameClient();
const drawn = chart('sea');

tower.get('/beams', async () => store.beam.findMany());
tower.get<{ Params: { id: string } }>('/beams/:id', async (request) => again.beam.findUniqueOrThrow({ where: { id: request.params.id }, select: { name: true, range: true } }));
tower.get('/colours', async () => ({ colours: Object.values(Colour) }));
tower.get('/chart', async () => ({ drawn: String(drawn) }));

tower.listen({ port: 3000 });
