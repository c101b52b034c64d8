const { SIDES } = require('./points');
exports.ring = (request, response) => response.json({ rings: SIDES.length });
