// What one handler has found out of what a guard left holds for its request, until it waits; others ask for themselves.
const express = require('express');
const jwt = require('jsonwebtoken');
const stamps = require('stamp-store');

const customs = express();
customs.use((request, response, next) => {
  try {
    const pass = jwt.verify(request.headers.authorization, process.env.SECRET);
    request.traveller = { rank: pass.rank, papers: pass.papers };
    next();
  } catch {
    response.status(401).json({ reason: 'no pass' });
  }
});

customs.get('/ranked', async (request, response) => {
  const { traveller } = request;
  if (traveller.rank) return response.status(409).json({ reason: 'has one' });
  await stamps.add(traveller);
  response.json({ ranked: true });
});
customs.get('/ranks', async (request, response) => {
  const { traveller } = request;
  if (!traveller.rank) return response.status(403).json({ reason: 'no rank' });
  const found = await stamps.find(traveller);
  response.json({ found: Boolean(found) });
});
customs.get('/papers', (request, response) => {
  if (request.traveller.papers) return response.json({ papers: true });
  response.status(404).json({ papers: false });
});
customs.get('/stamps', async (request, response) => {
  if (!request.traveller.papers) return response.status(404).json({ papers: false });
  await stamps.find(request.traveller);
  response.json({ stamps: 3 });
});

customs.listen(3000);
