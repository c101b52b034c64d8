import express, { Router } from 'express';

const marina = express();
const berths = Router();
const harbour = (request, response, next) => next();

marina.all('/slips{/:slip}{/:side}', harbour);
marina.get('/slips/:slip/cleats', (request, response) => response.json([]));
marina.get('/slips/fenders/ropes/knots', (request, response) => response.json([]));

// The router is entered with the optional part and without.
marina.use('/jetties{/:jetty}', berths);
berths.delete('/planks', harbour);
marina.delete('/jetties/planks', (request, response) => response.sendStatus(204));
marina.delete('/jetties/north/planks', (request, response) => response.sendStatus(204));

marina.get(['/rafts{/:raft}', '/rafts'], (request, response) => response.json({}));
marina.listen(8080);
