exports.list = (request, response) => response.json({ violins: 12 });
