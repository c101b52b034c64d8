exports.list = (request, response) => response.json({ horns: 4 });
