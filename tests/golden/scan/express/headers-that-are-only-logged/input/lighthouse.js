const express = require('express');
const jwt = require('jsonwebtoken');
const log = require('pino')();

const lighthouse = express();

// Which program calls, and from where, for the log.
function journal(request, response, next) {
  request.entry = { id: String(Date.now()), program: request.get('x-client-id') };
  next();
}
function whence(request, response, next) {
  request.whence = request.get('x-real-ip') || request.get('x-client-ip') || request.ip;
  next();
}
// It asks for a credential of its own, and only logs what the others leave.
function keeper(request, response, next) {
  const [, token] = (request.get('authorization') || '').split(' ');
  if (!token) {
    log.warn({ entry: request.entry, whence: request.whence }, 'no token');
    return response.status(401).json({ error: 'no token' });
  }
  request.keeper = jwt.verify(token, process.env.SECRET);
  next();
}
// A header that says who calls, where another one demands what is left of it.
function pilot(request, response, next) {
  request.pilot = request.get('x-pilot-code');
  next();
}
function piloted(request, response, next) {
  if (!request.pilot) return response.status(401).json({ error: 'no pilot' });
  next();
}

lighthouse.use(journal, whence);
lighthouse.get('/lamp', (request, response) => response.json({ lit: true }));
lighthouse.get('/log', keeper, (request, response) => response.json({ keeper: request.keeper.name }));
lighthouse.get('/buoys', pilot, piloted, (request, response) => response.json({ buoys: 3 }));
lighthouse.listen(8080);
