const cors = require('cors');
const express = require('express');

const tollgate = express();

// In the place of the handler it ends the request.
tollgate.options('/carts', cors());
tollgate.options('/coaches', cors({ origin: 'https://coaches.example', optionsSuccessStatus: 200 }));
// Where it goes on, or lets in no other origin, what stands behind answers.
tollgate.options('/riders', cors({ preflightContinue: true }));
tollgate.options('/walkers', cors({ origin: false }));
tollgate.options('/oxen', cors({ preflightContinue: true }), (request, response) => response.json({ oxen: true }));
// What options say for each request, nobody knows.
tollgate.options('/mules', cors((request, callback) => callback(null, { optionsSuccessStatus: request.query.status })));
// Other requests go on.
tollgate.get('/carts', cors(), (request, response) => response.json({ carts: 2 }));
tollgate.listen(3000);
