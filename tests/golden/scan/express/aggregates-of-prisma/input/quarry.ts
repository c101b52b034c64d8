import { PrismaClient } from '@prisma/client';
import express from 'express';

const prisma = new PrismaClient();
const app = express();

app.get('/groups', async (req, res) => {
  const groups = await prisma.stone.groupBy({
    by: ['colour', 'owner'],
    _count: { _all: true, owner: true },
    _sum: { grams: true, price: true },
    _avg: { grams: true },
    _max: { colour: true },
  });
  res.json(groups.map(({ colour, owner, _count, ...rest }) => ({ colour, owner, many: _count._all, owned: _count.owner, ...rest })));
});
app.get('/colours', async (req, res) => res.json(await prisma.stone.groupBy({ by: 'colour', _count: true })));
app.get('/all', async (req, res) => {
  const { _count, _min } = await prisma.stone.aggregate({ _count: true, _min: { grams: true }, where: { colour: 'grey' } });
  res.json({ stones: _count, lightest: _min.grams });
});

// Rows by the type that is stated, else by the SQL of the migrations.
app.get('/stated', async (req, res) => res.json(await prisma.$queryRaw<{ colour: string; many: number }[]>`SELECT colour, count(*)::int AS many FROM "Stone" GROUP BY 1`));
app.get('/raw', async (req, res) => {
  const rows = await prisma.$queryRaw`SELECT id, price, owner, SUM(grams)::int AS grams FROM "Stone" WHERE colour = ${req.query.colour} GROUP BY id`;
  res.json(rows);
});
app.get('/unsafe', async (req, res) => res.json(await prisma.$queryRawUnsafe('SELECT COUNT(*) AS many, MAX(grams) AS grams FROM "Stone"')));
app.delete('/stones', async (req, res) => res.json({ gone: await prisma.$executeRaw`DELETE FROM "Stone" WHERE grams = 0` }));
app.get('/unknown', async (req, res) => res.json(await prisma.$queryRawUnsafe(String(req.query.sql))));

app.listen(3000);
