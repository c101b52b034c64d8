const { Router } = require('express');

const open = Router({ strict: true });
open.use(function greet(request, response, next) { next(); });
open.get('/hall', (request, response) => response.end());
open.post('/hall/guests', (request, response) => response.end());
module.exports = open;
