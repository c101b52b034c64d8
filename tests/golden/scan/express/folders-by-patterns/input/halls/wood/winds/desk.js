exports.list = (request, response) => response.json({ oboes: 2 });
