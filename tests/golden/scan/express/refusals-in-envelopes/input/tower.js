const express = require('express');
const jwt = require('jsonwebtoken');

const tower = express();
/** Takes who it is where there is a token, and lets everybody pass. */
const known = (request, response, next) => {
  const [, token] = (request.headers.authorization || '').split(' ');
  if (token) {
    try {
      request.ringer = jwt.verify(token, process.env.SEAL);
    } catch (error) {
      return response.json({ status: 401, why: 'forged' });
    }
  }
  next();
};
const ringing = (request, response, next) => {
  if (!request.ringer) return response.json({ status: 401, why: 'who' });
  next();
};
/** The keys of the tower are in a header. */
const keyed = (request, response, next) => {
  if (request.headers['x-tower-key'] !== process.env.KEY) return response.send({ errcode: '403', why: 'key' });
  next();
};
/** What it answers beside that is no refusal. */
const cached = (request, response, next) => {
  if (request.headers['x-tower-cache']) return response.json({ status: 0, bells: [] });
  next();
};
/** A status of its own, and words for it; or a mark that it went ill. */
const wordy = (request, response, next) => {
  if (!request.headers['x-tower-key']) return response.json({ status: 1106, why: 'Not authorized to ring' });
  next();
};
const marked = (request, response, next) => {
  if (!request.headers['x-tower-key']) return response.json({ success: false, why: 'no key' });
  next();
};
/** Marked so, but no question of who asks: the status says what it is. */
const counted = (request, response, next) => {
  if (!request.headers['x-tower-key']) return response.status(404).json({ success: false });
  next();
};
const named = (request, response, next) => {
  if (!request.body.name) return response.json({ success: false, why: 'name' });
  next();
};
tower.use(known);
tower.get('/bells', cached, (request, response) => response.json({ status: 0, bells: ['great'] }));
tower.post('/bells', ringing, (request, response) => response.json({ status: 0 }));
tower.delete('/bells/:bell', keyed, (request, response) => response.json({ status: 0 }));
tower.get('/clappers', wordy, (request, response) => response.json({ success: true }));
tower.get('/hammers', marked, (request, response) => response.json({ success: true }));
tower.get('/yokes', counted, (request, response) => response.json({ success: true }));
tower.post('/hammers', express.json(), named, (request, response) => response.json({ success: true, name: request.body.name }));
// A handler that says it is not refused beforehand.
tower.get('/ropes', (request, response) => response.json({ status: 401 }));
tower.listen(8080);
