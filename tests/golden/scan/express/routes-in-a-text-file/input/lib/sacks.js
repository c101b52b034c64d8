exports.list = (request, response) => response.json([]);
exports.fill = (request, response) => response.status(201).json({ weight: request.body.weight });
exports.one = (request, response) => response.json({ sack: request.params.sack });
