const express = require('express');
const cors = require('cors');

const quay = express();
const tide = (request, response, next) => (request.headers['x-tide'] ? next() : response.sendStatus(403));
function mooring(request, response, next) {
  request.moored = true;
  next();
}

// What allows a request answers the browser's question, what only looks at it does not.
quay.options('/gates', mooring);
quay.options('/gates', (request, response) => response.sendStatus(204));
quay.options('/cranes', cors());
quay.options('/cranes', (request, response) => response.sendStatus(204)); //~ core/duplicate-route

// One function, in a registration in front and in that of the route.
quay.all('/piers', tide, mooring);
quay.route('/piers').all(tide).get((request, response) => response.json([])); //~ core/route-in-front

// Twice the same functions: both run.
quay.all('/docks', tide);
const docks = quay.route('/docks');
docks.all(tide); //~ core/route-in-front
docks.post((request, response) => response.sendStatus(201));

// The first of two that hand on is the endpoint, although it stands in front of another one's requests as well.
quay.route('/locks').all(tide).patch((request, response) => response.sendStatus(204));
quay.all('/locks', mooring, tide); //~ core/route-in-front

// Paths of one call that match the same.
quay.get(['/buoys/:buoy?', '/buoys'], mooring, (request, response) => response.json({}));

// With a parameter and without.
quay.post('/wharves/:berth?', tide, mooring);
quay.post('/wharves/loads', (request, response) => response.sendStatus(201));
quay.put('/wharves', (request, response) => response.sendStatus(201));

quay.listen(8080);
