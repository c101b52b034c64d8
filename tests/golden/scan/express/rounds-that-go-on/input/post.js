const express = require('express');
const scales = require('some-scales');

const post = express();
post.use(express.json());

class Refused extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}
const keys = ['north', 'south'];
const codes = new Set();

// A round that goes on where something does not fit gives nothing by itself: behind the loop is what fits nothing.
function found(key) {
  for (const known of keys) {
    if (!scales.same(known, key)) continue;
    scales.note(known);
    return known;
  }
  return null;
}
post.get('/keys/:key', (req, res) => {
  const known = found(req.params.key);
  if (known === null) return res.status(404).json({ error: 'no such key' });
  res.json({ known });
});

// The same with what other requests have put there, and with other loops.
post.post('/codes', (req, res) => {
  const code = scales.random();
  codes.add(code);
  res.status(201).json({ code });
});
post.delete('/codes/:code', (req, res) => {
  for (const code of codes) {
    if (!scales.same(code, req.params.code)) continue;
    codes.delete(code);
    return res.status(204).end();
  }
  res.status(410).end();
});
post.get('/weights', (req, res) => {
  for (let at = 0; at < keys.length; at++) {
    if (scales.isLight(keys[at])) {
      continue;
    } else {
      scales.note(at);
    }
    return res.status(203).json({ heavy: keys[at] });
  }
  res.status(206).json({ heavy: null });
});

// What throws in one round has not thrown in another.
post.post('/letters', (req, res) => {
  for (const key of keys) {
    if (scales.fits(key, req.body.letter)) continue;
    throw new Refused(422, 'too heavy');
  }
  res.status(201).json({ sent: true });
});

// The first that fits ends the loop: behind it there is one, or none.
post.post('/parcels', async (req, res) => {
  let carrier = null;
  for (const key of keys) {
    if (!(await scales.ask(key, req.body.weight))) continue;
    carrier = key;
    break;
  }
  if (!carrier) return res.status(409).json({ error: 'nobody carries it' });
  res.status(202).json({ carrier });
});

// What is left by `break` is left for what is behind it.
post.put('/stamps', (req, res) => {
  for (const key of keys) {
    if (scales.isShut(key)) break;
    return res.status(200).json({ stamped: key });
  }
  res.status(423).json({ error: 'shut' });
});
post.put('/seals', (req, res) => {
  switch (req.body.kind) {
    case 'wax':
      if (scales.isCold(req.body.wax)) break;
      return res.json({ sealed: true });
    default:
      return res.status(400).json({ error: 'no seal' });
  }
  res.status(425).json({ error: 'too cold' });
});

// Out of rounds within rounds, and of blocks within rounds: what follows is for those that have not jumped.
post.get('/ropes/:rope', (req, res) => {
  const { rope } = req.params;
  sorts: for (const key of keys) {
    for (const sort of ['hemp', 'silk']) {
      if (sort === rope) continue sorts;
      if (rope === 'none') break sorts;
    }
    return res.status(203).json({ tied: key });
  }
  res.json({ tied: null });
});
post.get('/knots', async (req, res) => {
  let state = 'loose';
  for (const key of keys) {
    if (req.query.tie) {
      if (scales.isLoose(key)) continue;
      await scales.tie(key);
    }
    state = 'tied';
    if (scales.isCut(key)) throw new Refused(410, 'cut');
    return res.status(202).json({ state });
  }
  res.json({ state });
});

// It goes on in every round that is decided: nothing is behind it.
post.get('/bags', (req, res) => {
  for (const key of keys) {
    if (key === 'north') continue;
    return res.json({ bag: key });
  }
  res.status(404).end();
});

// While the program is set up: what is put together behind it is there where the round did not go on.
const counters = [];
for (const name of keys) {
  if (scales.isClosed(name)) continue;
  counters.push(name);
}
for (const name of counters) post.get(`/counters/${name}`, (req, res) => res.json({ name }));
for (const name of ['red', 'blue']) {
  if (process.env.ONLY_RED && name !== 'red') continue;
  post.get(`/boxes/${name}`, (req, res) => res.json({ name }));
}
let first = null;
for (const name of keys) {
  if (scales.isClosed(name)) continue;
  first = name;
  break;
}
post.get('/first', (req, res) => res.json({ first }));

post.use((error, req, res, next) => res.status(error.status || 500).json({ error: error.message }));
post.listen(3000);
