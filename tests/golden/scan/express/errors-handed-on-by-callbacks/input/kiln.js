const express = require('express');
const clay = require('clay-driver');

const kiln = express();
const answer = (response, error, pot) => {
  if (error) return response.status(500).json({ cracked: true });
  if (!pot) return response.status(404).json({ pot: null });
  return response.json({ glaze: pot.glaze, fired: true });
};

// Whoever is told of an error in the arm of `if (error)` has one: nobody is answered 404 or 200 there.
kiln.get('/broken', (request, response) => {
  clay.find(request.query.name, (error) => {
    if (error) return answer(response, error);
    return response.status(204).end();
  });
});
// What is not there is not there for the function that is told either.
kiln.get('/absent', (request, response) => {
  clay.find(request.query.name, (error, pot) => {
    if (!pot) return answer(response, null, pot);
    return response.status(202).json({ queued: true });
  });
});
// Through one more callback: the result is that of who has one.
const find = (name, done) => {
  clay.find(name, (error, found) => {
    if (error) return done(error);
    return done(null, { glaze: String(found.glaze) });
  });
};
kiln.get('/pots/:name', (request, response) => {
  find(request.params.name, (error, pot) => {
    if (error) return response.status(502).json({ cracked: true });
    return response.json({ pot });
  });
});
// By another name, negated, and beside another condition.
kiln.get('/named', (request, response) => {
  const trouble = clay.check(request.query.name);
  if (!trouble) return response.json({ sound: true });
  const same = trouble;
  if (!same) return response.status(418).json({ never: true });
  return response.status(409).json({ sound: false });
});
kiln.get('/both', (request, response) => {
  const [trouble, batch] = [clay.check(request.query.name), clay.batch()];
  if (trouble && batch) {
    if (!batch) return response.status(418).json({ never: true });
    return response.status(409).json({ sound: false });
  }
  return response.json({ sound: true });
});

// Behind the condition, and of another value, nothing is known.
kiln.get('/later', (request, response) => {
  const trouble = clay.check(request.query.name);
  if (trouble) response.set('x-trouble', 'yes');
  if (trouble) return response.status(409).json({ sound: false });
  return response.json({ sound: true });
});
kiln.get('/anew', (request, response) => {
  let trouble = clay.check(request.query.name);
  if (trouble) {
    trouble = clay.check(request.query.other);
    if (!trouble) return response.status(206).json({ mended: true });
    return response.status(409).json({ sound: false });
  }
  return response.json({ sound: true });
});
// A member of it is another value.
kiln.get('/members', (request, response) => {
  const pot = clay.take(request.query.name);
  if (!pot) return response.status(404).json({ pot: null });
  if (!pot.handle) return response.status(422).json({ handle: null });
  return response.json({ handle: true });
});

kiln.listen(8080);
