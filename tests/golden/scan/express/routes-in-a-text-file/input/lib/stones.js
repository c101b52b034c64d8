exports.lift = (request, response) => response.sendStatus(204);
