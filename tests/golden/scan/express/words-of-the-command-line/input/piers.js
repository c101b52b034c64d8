const { Router } = require('express');
module.exports = Router().get('/one', (request, response) => response.end());
