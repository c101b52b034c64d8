const express = require('express');
const redoc = require('redoc-express').default;
const swaggerUi = require('swagger-ui-express');

const description = { openapi: '3.0.0', info: { title: 'Mill', version: '1.0.0' }, paths: {} };
const app = express();

// What answers at its own path is a route, with a page.
app.use('/docs', swaggerUi.serve);
app.get('/docs', swaggerUi.setup(description));
app.get('/help', swaggerUi.serve, swaggerUi.setup(description, { explorer: true }));
app.get('/reference', redoc({ title: 'Mill', specUrl: '/docs.json' }));
app.get('/docs.json', (req, res) => res.json(description));

// What answers all below a path is none, and what serves files only hands on what it has not.
app.use('/manual', swaggerUi.serve, swaggerUi.setup(description));
app.get('/flour', swaggerUi.serve, (req, res) => res.json({ grams: 500 }));

app.listen(3000);
