import express from 'express';
import { PrismaClient } from '@prisma/client';
import { z } from 'zod';

const orchard = express();
const prisma = new PrismaClient();
orchard.use(express.json());

interface Tree { nick: string; planted: Date; site: { row: number; soil: { acid: string } } }
declare function plan(id: string): Promise<Tree | null>;
const known = new Map<string, Tree>();

// What is looked up may not be there: neither is what is read of it behind `?.`.
orchard.get('/trees/:id', async (req, res) => {
  const tree = await prisma.tree.findUnique({ where: { id: req.params.id } });
  res.json({ id: req.params.id, nick: tree?.nick, planted: tree?.planted.toISOString(), kind: tree?.kind ?? 'apple' });
});
orchard.get('/trees/:id/site', async (req, res) => {
  const row = (await prisma.tree.findUnique({ where: { id: req.params.id }, include: { site: true } }))?.site?.row;
  res.json({ row });
});

// Whoever has asked before knows that it is there.
orchard.get('/trees/:id/asked', async (req, res) => {
  const tree = await prisma.tree.findUnique({ where: { id: req.params.id } });
  if (!tree) return res.status(404).end();
  res.json({ nick: tree?.nick });
});
orchard.get('/trees/:id/relied', async (req, res) => {
  const tree = await prisma.tree.findUnique({ where: { id: req.params.id } });
  res.json({ nick: tree!.nick });
});

// A member that a body need not have, and what is read of it.
const grafted = z.object({ scion: z.object({ nick: z.string() }).optional(), stock: z.object({ nick: z.string() }) });
orchard.post('/grafts', (req, res) => {
  const { scion, stock } = grafted.parse(req.body);
  res.status(201).json({ scion: scion?.nick, stock: stock?.nick, upper: scion?.nick.toUpperCase() });
});

// A type that says so; elements that may not be found.
orchard.get('/plans/:id', async (req, res) => {
  const found = await plan(req.params.id);
  res.json({ nick: found?.nick, acid: found?.site.soil.acid });
});
orchard.get('/known/:id', (req, res) => {
  const tree = known.get(req.params.id);
  res.json({ nick: tree?.nick });
});
orchard.get('/listed/:id', async (req, res) => {
  const trees = await prisma.tree.findMany();
  const first = trees.find((tree) => tree.id === req.params.id);
  res.json({ nick: first?.nick, all: trees.map((tree) => tree?.nick) });
});
orchard.listen(8123);
