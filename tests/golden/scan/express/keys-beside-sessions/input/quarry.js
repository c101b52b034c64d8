// A middleware that lets everybody pass leaves who it is, by a key or by the session, and guards behind it answer 403 alone to those whom it does not know.
const express = require('express');
const session = require('express-session');
const { Pool } = require('pg');

const people = new Pool();
const rules = { key: process.env.QUARRY_KEY };
const one = async (id) => (await people.query('select * from people where id = $1', [id])).rows[0];

// By a key, for whom a number in another header says, or by the session.
const recognise = async (incoming, outgoing, next) => {
  let person;
  if (incoming.header('X-Api-Key') === rules.key) {
    let id = 1;
    if (incoming.header('X-For-Person')) id = Number(incoming.header('X-For-Person'));
    person = await one(id);
  } else if (incoming.session?.person) {
    person = await one(incoming.session.person);
  }
  if (person) incoming.user = person;
  next();
};
// By a token in a header of its own, and nothing else.
const byToken = async (incoming, outgoing, next) => {
  const token = incoming.get('x-auth-token');
  if (token) incoming.user = (await people.query('select * from tokens where token = $1', [token])).rows[0];
  next();
};
// What tells apart who pays is no credential, whatever it leaves.
const plan = (incoming, outgoing, next) => {
  incoming.terms = { plan: incoming.get('x-plan') ?? 'free' };
  next();
};

const may = (right) => (incoming, outgoing, next) => {
  if (!incoming.user || !incoming.user.can(right)) outgoing.status(403).json({ error: 'you may not' });
  else next();
};
const paid = (incoming, outgoing, next) => {
  if (!incoming.terms || incoming.terms.plan === 'free') return outgoing.status(403).json({ error: 'not on this plan' });
  next();
};

const quarry = express();
quarry.get('/hours', (incoming, outgoing) => outgoing.json({ from: 7 }));

const pits = express.Router();
pits.use(session({ secret: process.env.SECRET, name: 'quarry.sid' }), recognise);
pits.get('/', (incoming, outgoing) => outgoing.json([]));
pits.post('/', may('dig'), (incoming, outgoing) => outgoing.status(201).json({}));
quarry.use('/pits', pits);

const carts = express.Router();
carts.use(byToken);
carts.delete('/:cart', may('drive'), (incoming, outgoing) => outgoing.sendStatus(204));
quarry.use('/carts', carts);

quarry.get('/maps', plan, paid, (incoming, outgoing) => outgoing.json({}));
quarry.listen(4000);
