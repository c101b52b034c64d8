// Handlers are found by the ids of a description in a file, and a folder that only run time knows is said.
const express = require('express');
const { initialize } = require('express-openapi');

const ferry = express();
const trips = express.Router();
initialize({ app: ferry, apiDoc: `${__dirname}/ferry.yaml`, exposeApiDocs: false, operations: { listTrips: (req, res) => res.json([]), bookTrip: [seats, (req, res) => res.status(201).json({})] } });
initialize({ app: trips, apiDoc: { swagger: '2.0', basePath: '/quay', paths: {} }, docsPath: '/doc', paths: process.env.FERRY_PATHS }); //~ express/handed-to-package
function seats(req, res, next) { next(); }
ferry.use('/trips', trips);
ferry.listen(4304);
