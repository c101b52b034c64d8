import express from 'express';
import fastify from 'fastify';
import { light } from './lamp';
import { coil, tie } from './rope';

const inTurn = <Made>(make: () => Made): Made => make();

async function cave() {
  const app = await inTurn(() => inTurn(() => inTurn(() => light(fastify()))));
  await app.listen({ port: 4000 });
}

function shaft() {
  const app = express();
  inTurn(() => inTurn(() => inTurn(() => tie(app))));
  inTurn(() => inTurn(() => inTurn(() => coil(app))));
  app.get('/shaft', (_request, response) => response.json({ deep: true }));
  app.listen(4001);
}

void cave();
shaft();
