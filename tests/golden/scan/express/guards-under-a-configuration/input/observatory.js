const express = require('express');
const cookieSession = require('cookie-session');
const jwt = require('jsonwebtoken');
const astronomers = require('some-store');

const observatory = express();
function door(request, response, next) {
  const [scheme, word] = (request.headers.authorization || '').split(' ');
  if (scheme !== 'Basic' || word !== process.env.WORD) return response.status(401).send('who is there?');
  next();
}
const token = (request, response, next) => {
  try {
    request.user = jwt.verify((request.headers.authorization || '').slice(7), process.env.SECRET);
    next();
  } catch (error) {
    response.sendStatus(401);
  }
};
const known = (request, response, next) => (request.user ? next() : response.sendStatus(403));

// No session is open here: what the guard demands only the other one can establish.
if (process.env.TOKENS === 'yes') observatory.use('/charts', token);
observatory.get('/charts', known, (request, response) => response.json([]));

// The door is there under a configuration, the login in any case.
if (process.env.DOOR === 'yes') observatory.use(door);
observatory.use(cookieSession({ name: 'lens', secret: 'x' }));
observatory.use(async (request, response, next) => {
  if (request.session.name) request.user = await astronomers.find(request.session.name);
  next();
});
observatory.get('/stars', known, (request, response) => response.json([]));
observatory.get('/moon', (request, response) => response.json({ full: true }));

observatory.listen(4000);
