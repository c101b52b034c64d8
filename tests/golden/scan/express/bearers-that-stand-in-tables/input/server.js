// Bakers show a token that the login signs, ovens a key that stands in a table: two credentials in one header. A signed token that is looked up as well is one.
const express = require('express');
const jwt = require('jsonwebtoken');
const { PrismaClient } = require('@prisma/client');
const prisma = new PrismaClient();
const app = express();
app.use(express.json());

const bearerOf = (req) => (req.headers.authorization || '').split(' ')[1];
const read = (token) => jwt.verify(token, process.env.FLOUR);

function baker(req, res, next) {
  const token = bearerOf(req);
  if (!token) return res.status(401).json({ error: 'Who bakes?' });
  try {
    req.baker = read(token);
  } catch {
    return res.status(401).json({ error: 'Who bakes?' });
  }
  next();
}

async function notRevoked(req, res, next) {
  const revoked = await prisma.revoked.findFirst({ where: { token: bearerOf(req) } });
  if (revoked) return res.status(401).json({ error: 'Gone' });
  next();
}

async function oven(req, res, next) {
  const code = bearerOf(req);
  if (!code) return res.status(403).json({ error: 'Which oven?' });
  const found = await prisma.ovenKey.findUnique({ where: { code } });
  if (!found) return res.status(403).json({ error: 'Which oven?' });
  req.oven = found.oven;
  next();
}

app.post('/login', async (req, res) => {
  const { name, phrase } = req.body;
  const found = await prisma.baker.findFirst({ where: { name, phrase } });
  if (!found) return res.status(401).json({ error: 'no' });
  res.json({ token: jwt.sign({ id: found.id }, process.env.FLOUR) });
});
app.post('/ovens', baker, async (req, res) => {
  const made = await prisma.ovenKey.create({ data: { code: String(Math.random()), oven: req.body.oven } });
  res.status(201).json({ key: { code: made.code } });
});
app.get('/bread', baker, notRevoked, (req, res) => res.json({ loaves: 4 }));
app.post('/heat', oven, (req, res) => res.json({ degrees: 230 }));
app.listen(3000);
