import express from 'express';
import { PrismaClient } from '@prisma/client';

const prisma = new PrismaClient();
const app = express();
app.use(express.json());

// Who writes what comes in takes the columns of it that the database does not fill.
app.post('/dogs', async (req, res) => res.status(201).json(await prisma.dog.create({ data: req.body })));
app.post('/dogs/tame', async (req, res) => {
  const { kennel, ...dog } = req.body;
  const found = await prisma.dog.create({ data: { ...dog, tame: true, kennel: kennel ? { connect: { id: kennel } } : undefined } });
  res.status(201).json({ id: found.id });
});
async function change(id: string, { id: _id, ...changes }: any) {
  if (typeof changes.kennel === 'number') changes.kennel = { connect: { id: changes.kennel } };
  return prisma.dog.update({ where: { id }, data: changes });
}
app.patch('/dogs/:id', async (req, res) => {
  await change(req.params.id, req.body);
  res.status(204).end();
});
app.put('/dogs/:id', async (req, res) => {
  await prisma.dog.upsert({ where: { id: req.params.id }, create: { ...req.body, id: req.params.id }, update: req.body });
  res.status(204).end();
});
app.post('/kennels', async (req, res) => {
  const { city, first } = req.body;
  await prisma.kennel.create({ data: { city, dogs: { create: { ...first } } } });
  res.status(201).end();
});

// What dogs are looked for by is none of that, nor is a list of them, nor what is asked of another record.
app.post('/searches', async (req, res) => res.json({ found: await prisma.dog.count({ where: req.body }) }));
app.post('/litters', async (req, res) => res.json(await prisma.dog.createMany({ data: req.body })));
app.post('/moves', async (req, res) => {
  await prisma.dog.update({ where: { id: req.body.dog }, data: { kennel: req.body.to } });
  res.status(204).end();
});
app.post('/names', async (req, res) => {
  await prisma.dog.create({ data: { name: req.body.name } });
  res.status(201).end();
});

app.listen(3000);
