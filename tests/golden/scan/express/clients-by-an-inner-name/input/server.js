const express = require('express');
// What editors import: the client by the name of the folder that it is written to.
const { PrismaClient, Flag } = require('.prisma/client');
const limits = require('./.limits');

const boats = new PrismaClient();
const app = express();
app.use(express.json());
app.get('/boats', async (req, res) => res.json(await boats.boat.findMany({ take: limits.most })));
app.post('/boats', async (req, res) => {
  if (!Object.values(Flag).includes(req.body.flag)) return res.status(400).json({ error: 'which flag?' });
  res.status(201).json(await boats.boat.create({ data: { name: req.body.name, flag: req.body.flag } }));
});
app.get('/limits', (req, res) => res.json(limits));
app.listen(8000);
