const express = require('express');
const { Server } = require('socket.io');
const { openStall } = require('./stalls');

const open = () => {
  const fair = express();
  fair.use(express.json());
  const tents = express.Router();
  fair.use('/tents', tents);

  // What a request registers, itself or through what it calls, is there for later ones only.
  fair.post('/rides', (request, response) => {
    fair.get(`/rides/${request.body.name}`, (inner, answer) => answer.json({ open: true })); //~ project/registered-while-serving
    response.status(201).json({ name: request.body.name });
  });
  tents.post('/:tent', (request, response) => {
    openStall(tents, request.params.tent);
    response.status(204).end();
  });

  // The same for whoever connects, and what comes from there.
  const server = fair.listen(3000);
  new Server(server).on('connection', (visitor) => {
    fair.get('/visitors/' + visitor.id, (request, response) => response.json({ id: visitor.id })); //~ project/registered-while-serving
    visitor.on('juggle', () => tents.use('/balls', express.Router())); //~ project/registered-while-serving
  });
  process.on('SIGTERM', () => fair.get('/closing', (request, response) => response.json({ closing: true }))); //~ project/registered-while-serving

  // The start comes to these as well: they are in the model, once.
  setTimeout(() => fair.get('/lights', (request, response) => response.json({ lit: true })), 1000);
  fair.post('/restart', (request, response) => {
    server.close();
    open();
    response.status(202).end();
  });

  // A router that nobody is handed to.
  fair.get('/plan', (request, response) => {
    const plan = express.Router();
    plan.get('/nowhere', (inner, answer) => answer.end());
    response.json({ routes: plan.stack.length });
  });
};
open();
