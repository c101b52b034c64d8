const express = require('express');

const archive = express();
const reader = (request, response, next) => (request.get('x-reader-key') === process.env.READER_KEY ? next() : response.status(401).json({ why: 'no reader' }));
const note = (request, response, next) => {
  console.log(request.url);
  next();
};

// The same requests, whatever the rest is called.
archive.get('/scrolls/*shelf', reader);
archive.get('/scrolls/*rest', (request, response) => response.json({ rest: request.params.rest }));

// Of this path all requests are answered: what is noted behind that is no endpoint.
archive.all('/maps/*map', (request, response) => response.json({ map: request.params.map }));
archive.route('/maps/*sheet').all(note).get((request, response) => response.json({ sheet: request.params.sheet }));

archive.listen(8080);
