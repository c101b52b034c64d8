const { Router } = require('express');

module.exports = Router().use((request, response) => response.status(503).end());
