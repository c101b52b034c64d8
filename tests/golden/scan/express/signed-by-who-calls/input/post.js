const crypto = require('crypto');
const express = require('express');
const settings = require('settings-of-the-village');

const post = express();
post.use(express.json({ verify: (request, _response, buffer) => { request.rawBody = buffer; } }));

const sealOf = (text) => crypto.createHmac('sha256', process.env.POST_SECRET).update(text).digest('hex');

// The seal is compared as a text, in a middleware.
function sealed(request, response, next) {
  if (request.get('x-seal-signature') !== sealOf(request.rawBody)) return response.status(401).json({ reason: 'no seal' });
  next();
}

// The same in bytes, by a helper that says whether it fits.
function fits(given, text) {
  if (!given) return false;
  const wanted = Buffer.from(`v1=${sealOf(text)}`);
  const bytes = Buffer.from(given);
  return bytes.length === wanted.length && crypto.timingSafeEqual(bytes, wanted);
}

post.post('/letters', sealed, (request, response) => response.json({ taken: true }));
post.post('/parcels', (request, response) => {
  if (!fits(request.headers['x-parcel-signature'], request.rawBody)) return response.sendStatus(403);
  response.json({ taken: true });
});
// The secret comes from somewhere; the refusal is an error of the request.
post.post('/cards', (request, response) => {
  const wanted = crypto.createHmac('sha1', settings.cards()).update(request.rawBody).digest('base64');
  if (request.headers['x-card-signature'] !== wanted) return response.status(400).json({ reason: 'no card' });
  response.json({ taken: true });
});
// A text that holds a setting.
post.get('/sorting', (request, response) => {
  if (request.headers['x-sorter'] !== `Sorter ${process.env.SORTER_SECRET}`) return response.status(401).end();
  response.json({ sorted: 3 });
});

// A digest that anybody can make is no seal, and what is only looked at is none either.
post.get('/stamps', (request, response) => {
  const version = crypto.createHash('sha1').update('stamps').digest('hex');
  if (request.headers['if-none-match'] === version) return response.status(304).end();
  response.set('etag', version).json({ stamps: 12 });
});
post.get('/boxes', (request, response) => {
  const known = request.headers['x-box-signature'] === sealOf('boxes');
  response.json({ boxes: known ? 12 : 3 });
});

post.listen(3000);
