import express from 'express';
import { PrismaClient } from '@prisma/client';

const store = new PrismaClient();
const atlas = express();
atlas.use(express.json());

atlas.get('/places', async (request, reply) => {
  const [places, total] = await store.$transaction([
    store.place.findMany({ where: { name: { contains: request.query.name as string } }, include: { roads: { select: { label: true } }, _count: { select: { roads: true } } }, skip: Number(request.query.offset), take: Number(request.query.limit) }),
    store.place.count(),
  ]);
  reply.json({ places, total });
});
atlas.post('/places', async (request, reply) => {
  const { name, kind, height } = request.body;
  reply.status(201).json(await store.place.create({ data: { name, kind, height } }));
});
atlas.get('/places/:id', async (request, reply) => {
  const place = await store.place.findUnique({ where: { id: Number(request.params.id) }, omit: { mapped: true } });
  if (!place) return void reply.status(404).json({ gone: true });
  reply.json(place);
});
atlas.listen(3000);
