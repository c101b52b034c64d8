const express = require('express');
const cookies = require('cookie-parser');
const { keeperOf, keeperOrNull } = require('./keepers');
const store = require('some-store');

const lockers = express();
lockers.use(express.json());
lockers.use(cookies());

// A helper answers and gives null: the token is looked up, in the body or in the header.
lockers.post('/lockers/open', (request, response) => {
  const keeper = keeperOf(request, response);
  if (!keeper) return;
  response.json({ opened: request.body.number, by: keeper.name });
});
// Without the cookie nobody is served.
lockers.get('/lockers/mine', async (request, response) => {
  const ticket = request.cookies.ticket;
  const locker = ticket && (await store.byTicket(ticket));
  if (!locker) return response.status(401).json({ why: 'no ticket' });
  response.json({ number: locker.number });
});
// One of two is enough.
lockers.get('/lockers/count', async (request, response) => {
  const badge = request.headers['x-badge'] ?? request.cookies.badge;
  if (!badge) return response.status(401).json({ why: 'no badge' });
  response.json({ lockers: await store.count(badge) });
});
// An error of the program's own.
lockers.delete('/lockers/:number', (request, response) => {
  const badge = request.get('x-badge');
  if (!badge) throw Object.assign(new Error('no badge'), { status: 401 });
  response.status(204).end();
});

// Nobody is asked for anything: 401 is for what was typed,
lockers.post('/login', async (request, response) => {
  const keeper = await store.keeper(request.body.name);
  if (!keeper || keeper.password !== request.body.password) return response.status(401).json({ why: 'wrong' });
  response.cookie('ticket', keeper.ticket).json({ name: keeper.name, again: request.cookies.ticket !== undefined });
});
// who is known is told more,
lockers.get('/news', (request, response) => {
  const keeper = keeperOrNull(request);
  response.json(keeper ? { news: 'all', of: keeper.name } : { news: 'some' });
});
// some of the known are sent away,
lockers.get('/hall', async (request, response) => {
  const known = request.cookies.ticket && (await store.byTicket(request.cookies.ticket));
  if (known && known.banned) return response.status(403).json({ why: 'banned' });
  response.json({ hall: 'open' });
});
// a header says for whom it is,
lockers.get('/prices', async (request, response) => {
  const station = request.headers['x-station'];
  if (!station) return response.status(400).json({ why: 'which station?' });
  const prices = await store.prices(station);
  if (prices.secret) return response.status(403).json({ why: 'not for everybody' });
  response.json({ prices: prices.list });
});
// and a signature is of the body.
lockers.post('/paid', (request, response) => {
  const signature = request.headers['x-bank-signature'];
  if (!store.isSigned(signature, request.body)) return response.status(401).json({ why: 'not of the bank' });
  response.json({ ok: true });
});
lockers.listen(3000);
