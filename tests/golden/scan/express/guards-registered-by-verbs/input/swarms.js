const { Router } = require('express');

const swarms = Router();
swarms.get('/:swarm', (request, response) => response.json({ swarm: request.params.swarm }));
swarms.delete('/:id', (request, response) => response.sendStatus(204));
module.exports = swarms;
