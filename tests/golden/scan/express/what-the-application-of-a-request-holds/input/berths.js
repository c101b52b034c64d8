const { Router } = require('express');

const berths = Router();
berths.get('/', (request, response) => response.json(request.app.locals.ships.map(({ name }) => ({ berth: 1, name }))));
module.exports = berths;
