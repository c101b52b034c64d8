const express = require('express');
const session = require('express-session');
const { readers } = require('./readers');
const { page } = require('./page');

const room = express();
room.use(express.json());
room.use(session({ secret: process.env.SECRET }));

/** Answers whoever has not logged in with a page. */
const readersOnly = (request, response, next) => {
  if (!request.session.roomUid) return response.send(page('Please log in'));
  next();
};
const writersOnly = (request, response, next) => {
  if (!request.session.writer_uid) return response.json({ error: 'who are you?' });
  next();
};
const membersOnly = (request, response, next) => {
  const { memberId } = request.session;
  if (!memberId) return response.send(page('Members only'));
  next();
};
/** Not of people. */
const withCart = (request, response, next) => {
  if (!request.session.cartId) return response.send(page('Your cart is empty'));
  next();
};
const withGuid = (request, response, next) => {
  if (!request.session.visitGuid) return response.send(page('Start at the first page'));
  next();
};
const withDraft = (request, response, next) => {
  if (!request.session.draft_uid || !request.session.penClientUid) return response.send(page('Nothing is written yet'));
  next();
};
const withUuid = (request, response, next) => {
  if (!request.session.pageUUID) return response.send(page('Which page?'));
  next();
};
const withLiquid = (request, response, next) => {
  if (!request.session.liquid) return response.send(page('Which ink?'));
  next();
};
room.get('/shelves', readersOnly, (request, response) => response.json(readers.shelves(request.session.roomUid)));
room.get('/desks', writersOnly, (request, response) => response.json(readers.desks()));
room.get('/lounge', membersOnly, (request, response) => response.json(readers.lounge()));
room.get('/cart', withCart, (request, response) => response.json(readers.cart(request.session.cartId)));
room.get('/visit', withGuid, (request, response) => response.json(readers.visit()));
room.get('/draft', withDraft, (request, response) => response.json(readers.draft()));
room.get('/page', withUuid, (request, response) => response.json(readers.page()));
room.get('/ink', withLiquid, (request, response) => response.json(readers.ink()));
/** Sent away by the handler itself. */
room.get('/notes', (request, response) => {
  if (!request.session.roomUid) return response.redirect('/welcome');
  response.json(readers.notes(request.session.roomUid));
});
/** Everybody is served, those who have not logged in with another page. */
room.get('/', (request, response) => {
  if (!request.session.roomUid) return response.send(page('Welcome'));
  response.send(page(readers.name(request.session.roomUid)));
});
room.get('/bench', (request, response) => {
  if (!request.session.benchClientUid) return response.redirect('/');
  response.json(readers.bench());
});
room.post('/login', (request, response) => {
  const reader = readers.login(request.body.name, request.body.password);
  if (!reader) return response.status(401).end();
  request.session.roomUid = reader.id;
  response.json({ ok: true });
});
room.listen(3000);
