const express = require('express');
const session = require('express-session');
const cast = require('./cast');

const stage = express();
stage.use(session({ secret: 'curtain', name: 'ticket' }));

// Directors may act as somebody else. The header alone lets nobody in: it is the session that is asked.
async function actor(request, response) {
  if (request.headers['x-auth-understudy']) {
    const part = Number(request.headers['x-auth-understudy']);
    if (!request.session.userId) return response.sendStatus(401);
    if (!(await cast.isDirector(request.session.userId))) return response.sendStatus(401);
    return part;
  }
  return request.session.userId || null;
}
async function onStage(request, response, next) {
  const who = await actor(request, response);
  if (response.headersSent) return;
  if (!who) return response.sendStatus(401);
  next();
}
// Here the header does as well as the session.
function pass(request, response, next) {
  if (request.headers['x-auth-pass']) return cast.holds(request.headers['x-auth-pass']) ? next() : response.sendStatus(401);
  if (!request.session.userId) return response.sendStatus(401);
  next();
}

stage.get('/scenes', onStage, (request, response) => response.json({ scenes: 5 }));
stage.get('/boxes', pass, (request, response) => response.json({ boxes: 12 }));

stage.listen(7405);
