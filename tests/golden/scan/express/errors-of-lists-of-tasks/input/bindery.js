const express = require('express');
const async = require('async');
const eachLimit = require('async/eachLimit');
const paper = require('paper-store');

const bindery = express();
class Torn extends Error {
  constructor(message) {
    super(message);
    this.status = 409;
  }
}
const cut = (sheet, done) => {
  paper.cut(sheet, (error, piece) => {
    if (error) return done(error);
    if (piece.torn) return done(new Torn('torn'));
    return done(null, { width: Number(piece.width) });
  });
};
const count = (sheet, done) => {
  if (sheet.length > 9) return done({ status: 413 });
  return done(null, 7);
};

// The first error goes to whoever waits for all, in place of the results.
bindery.post('/series', (request, response) => {
  async.series([(done) => cut(request.body.cover, done), (done) => count(request.body.cover, done)], (error, [cover, sheets] = []) => {
    if (error) return response.status(error.status || 500).json({ bound: false });
    return response.json({ cover, sheets });
  });
});
bindery.post('/named', (request, response, next) => {
  async.parallel({ cover: (done) => cut(request.body.cover, done), sheets: (done) => count(request.body.cover, done) }, (error, parts) => {
    if (error) return next(error);
    return response.json({ parts });
  });
});
// Each task hands on to the next one; bound functions, and errors that a package makes.
bindery.post('/waterfall', (request, response) => {
  async.waterfall(
    [cut.bind(null, request.body.cover), (cover, done) => (cover.width > 4 ? done(new Torn('wide')) : done(null, cover.width))],
    (error, width) => {
      if (error) return response.status(422).json({ reason: error.message });
      return response.status(201).json({ width });
    },
  );
});
bindery.post('/each', (request, response) => {
  eachLimit([1, 2], 2, (sheet, done) => paper.press(sheet, done), (error) => {
    if (error) return response.sendStatus(503);
    return response.sendStatus(204);
  });
});

// Of a list of unknown length the results may be none; `concat` puts lists one behind the other.
bindery.get('/sheets', (request, response) => {
  async.concat(request.body.names, (name, done) => cut(name, (error, piece) => done(null, error ? [] : [piece])), (error, pieces) => {
    if (pieces.length > 0) return response.json(pieces);
    return response.status(404).json([]);
  });
});
bindery.get('/widths', (request, response) => {
  async.map(request.body.names, cut, (error, pieces) => {
    if (error) return response.sendStatus(error.status);
    return response.json({ pieces });
  });
});

// Tasks that never fail, and none that anybody waits for with an error: nothing is refused.
bindery.get('/sound', (request, response) => {
  async.parallel([(done) => done(null, 1), (done) => setImmediate(done)], (error, parts) => {
    if (error) return response.status(500).json({ never: true });
    return response.json({ parts: parts.length });
  });
});

bindery.use((error, request, response, next) => {
  response.status(error.status || 500).json({ message: error.message });
});
// The set-up goes on as if nothing had failed.
async.series([(done) => paper.open((error) => (error ? done(error) : done()))], (error) => {
  if (error) bindery.get('/never', (request, response) => response.json({}));
  bindery.listen(8080);
});
