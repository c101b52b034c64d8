const express = require('express');
const session = require('express-session');
const shelves = require('shelf-store');

const archive = express();
archive.use(session({ secret: 'ink' }));
const tokenOf = (request) => (request.session && request.session.shared) || request.headers['x-shelf-access-token'];
const readerIn = (kept) => (kept && kept.user) || null;
const signedIn = (request, response, next) => {
  if (!readerIn(request.session)) return response.sendStatus(401);
  next();
};

// Whoever is logged in is asked of the store; of all others the token of the shelf is: neither is needed beside the other.
const mayRead = (request, response, next) => {
  const token = tokenOf(request);
  const done = (error, allowed) => {
    if (error) return next(error);
    if (allowed) return next();
    return response.status(403).json({ shelf: 'closed' });
  };
  const reader = readerIn(request.session);
  if (reader) return shelves.readerOf(reader, request.params.shelf, done);
  return shelves.readerWith(token, request.params.shelf, done);
};
archive.get('/shelves/:shelf', mayRead, (request, response) => response.json({ pages: 3 }));
archive.get('/own/:shelf', signedIn, mayRead, (request, response) => response.json({ pages: 3 }));

// What the shelf is decides whether anything is asked for at all.
const mayWrite = (request, response, next) => {
  const token = tokenOf(request);
  shelves.stateOf(request.params.shelf, (error, state) => {
    const done = (failed, allowed) => (failed ? next(failed) : allowed ? next() : response.status(403).json({ shelf: 'closed' }));
    if (error) return next(error);
    if (state === 'open') return next();
    if (state === 'shared') return shelves.writerWith(token, request.params.shelf, done);
    return shelves.writerOf(readerIn(request.session), request.params.shelf, done);
  });
};
archive.put('/shelves/:shelf', mayWrite, (request, response) => response.sendStatus(204));
archive.put('/own/:shelf', signedIn, mayWrite, (request, response) => response.sendStatus(204));

// A token that every request needs stays needed, also beside a login.
const withToken = (request, response, next) => {
  if (!request.headers['x-shelf-access-token']) return response.sendStatus(401);
  next();
};
archive.get('/vaults/:vault', withToken, (request, response) => response.json({ pages: 3 }));
archive.get('/cellars/:cellar', signedIn, withToken, (request, response) => response.json({ pages: 3 }));
const checked = async (request, response, next) => {
  const key = await shelves.keyOf(request.headers['x-shelf-access-token']);
  if (!key) return response.sendStatus(401);
  next();
};
archive.get('/chests/:chest', checked, (request, response) => response.json({ pages: 3 }));

archive.listen(8080);
