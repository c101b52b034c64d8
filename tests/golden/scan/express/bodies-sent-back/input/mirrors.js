const express = require('express');

const mirrors = express();
mirrors.use(express.json());

// Whatever comes in goes back: there is a body, of which nothing more is known.
mirrors.post('/plain', (request, response) => response.json(request.body));
mirrors.post('/framed', (request, response) => response.status(201).json({ framed: true, picture: request.body }));
mirrors.put('/gilded/:id', (request, response) => response.json({ ...request.body, id: request.params.id }));
mirrors.post('/cut', (request, response) => {
  const { width, ...rest } = request.body;
  response.json({ width, rest });
});

// A refusal that shows what was sent asks for nothing, and neither does what answers for routes that are not there.
mirrors.post('/broken', (request, response) => response.status(410).json({ shards: request.body }));
mirrors.get('/seen', (request, response) => response.json({ query: request.query, body: request.body }));
mirrors.use((request, response) => response.status(404).json({ path: request.path, body: request.body }));

mirrors.listen(3000);
