// The middleware on line 6 reads nothing of the request: `status` is a method of the response.
const express = require('express');

const brook = express();

brook.use('/dry', (request, answer) => answer.status(410).end());
brook.get('/trout', (request, answer) => answer.json([]));
// A default that JSON cannot write is none.
brook.get('/eels', (request, answer) => answer.json({ longest: request.query.longest ?? Infinity }));

brook.listen(4117);
