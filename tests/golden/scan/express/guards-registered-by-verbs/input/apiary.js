const express = require('express');
const httpProxy = require('http-proxy');
const jwt = require('jsonwebtoken');
const passport = require('passport');
const swarms = require('./swarms');

const apiary = express();
apiary.use(express.json());

function keeper(request, response, next) {
  try {
    request.keeper = jwt.verify((request.headers.authorization || '').split(' ')[1], process.env.SECRET);
    next();
  } catch (error) {
    response.status(401).json({ why: 'not a keeper' });
  }
}
const note = (request, response, next) => {
  console.log(request.method, request.url);
  next();
};

// One function answers, the other one guards it.
apiary.post('/hives', keeper);
apiary.post('/hives', (request, response) => response.status(201).json({ by: request.keeper.name, frames: request.body.frames }));
apiary.get('/hives', (request, response) => response.json([]));

// What is below, of this method only.
apiary.put('/queens/*', note, keeper);
apiary.put('/queens/:id', (request, response) => response.json({ id: request.params.id }));
apiary.delete('/queens/:id', (request, response) => response.sendStatus(204));

// The same path in another router, which is mounted behind.
apiary.delete('/swarms/:swarm', passport.authenticate('jwt', { session: false }));
apiary.use('/swarms', swarms);

// Registered together.
apiary.route('/frames').all(keeper).get((request, response) => response.json([])).post((request, response) => response.sendStatus(201));

// Whether the guard is there a configuration says.
if (process.env.LOCKED) apiary.all('/honey/*', keeper);
apiary.get('/honey/:jar', (request, response) => response.json({ jar: request.params.jar }));

// Nothing behind these answers.
apiary.all('/smoke', keeper, note);
apiary.post('/wax', keeper);
apiary.post('/wax', note); //~ core/route-in-front

// These answer some requests themselves, or hand them to what may.
apiary.get('/flowers/:flower', (request, response, next) => (request.params.flower === 'all' ? next() : response.json({ one: true })));
apiary.get('/flowers/all', (request, response) => response.json({ all: true }));
const proxy = httpProxy.createProxyServer();
apiary.all('/meadow/*', (request, response, next) => (request.query.here ? next() : proxy.web(request, response))); //~ project/answered-by-package
apiary.get('/meadow/:field', (request, response) => response.json({ field: request.params.field }));
apiary.all('/pollen/:grain', (request, response, next) => (request.params.grain.length > 9 ? response.sendStatus(404) : next()));
apiary.get('/pollen/:grain', (request, response) => response.json({ grain: request.params.grain }));

// What stands in front may fail with an error that says nothing, and answers nobody.
const load = async (request, response, next) => {
  try {
    request.meadow = await (await fetch('http://meadows.local')).json();
    next();
  } catch (error) {
    next(error);
  }
};
const sealed = (request, response, next) => {
  if (!request.query.seal) throw new Error('no seal');
  next();
};
apiary.route('/nectar').get(load).get(sealed).get((request, response) => response.json({ drops: 1 }));
apiary.all('/comb/*', (request, response, next) => (request.query.broken ? next(new Error('broken')) : next()));
apiary.put('/comb/:cell', keeper, (request, response) => response.json({ cell: request.params.cell }));

// Too late: the request has been answered.
apiary.get('/drones', (request, response) => response.json([]));
apiary.get('/drones', keeper); //~ core/duplicate-route

apiary.listen(8080);
