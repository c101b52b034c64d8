const express = require('express');

const ferry = express();
ferry.use(express.json());

// A constant that is taken where the value is missing.
ferry.get('/by-truth', ({ query }, response) => response.json({ most: query.most ? parseInt(query.most, 10) : 20 }));
ferry.get('/by-comparison', ({ query }, response) => response.json({ most: query.most !== undefined ? Number(query.most) : 30 }));
ferry.get('/by-negation', ({ query }, response) => response.json({ most: !query.most ? 40 : +query.most }));
ferry.get('/by-text', ({ query }, response) => response.json({ order: query.order ? query.order : 'name' }));
ferry.get('/by-made-text', ({ query }, response) => response.json({ port: query.port ? query.port.trim() : 'Oban' }));
ferry.post('/by-body', ({ body }, response) => response.json({ returns: body.returns !== undefined ? body.returns : true }));
// A number is made of the text that stands in for it.
ferry.get('/by-text-of-a-number', ({ query }, response) => response.json({ most: parseInt(query.most || '50', 10) }));

// Of another kind, of another value, where another one is asked for too, and where neither arm is what was sent.
ferry.get('/of-another-kind', ({ query }, response) => response.json({ fields: query.fields ? query.fields.split(',') : 'all' }));
ferry.get('/of-another-value', ({ query }, response) => response.json({ from: query.to ? query.from : 'Oban' }));
ferry.get('/of-two', ({ query }, response) => response.json({ from: query.from && query.to ? query.from : 'Oban' }));
ferry.get('/of-none', ({ query }, response) => response.json({ class: query.first ? 1 : 2 }));
ferry.listen(8080);
