const { Router } = require('express');
const tame = require('router-tamer');

const newGate = (options) => tame(Router(options)); //~ express/handed-to-package
const gate = newGate({ mergeParams: true });

gate.get('/', async (request, response) => response.json([]));
gate
  .route('/:id')
  .put(async (request, response) => response.json({}))
  .delete(async (request, response) => response.sendStatus(204));
for (const method of ['post', 'patch']) gate[method]('/:id/level', async (request, response) => response.json({}));

module.exports = gate;
