const express = require('express');
const session = require('express-session');
const passport = require('passport');

const orchard = express();
orchard.use(session({ name: 'basket', secret: 'apple', resave: false, saveUninitialized: false }));

// Nothing names a token: the session that a picker has is the credential.
function known(visitor, gate, onwards) {
  if (visitor.session.userId) onwards(); else gate.redirect('/gate');
}
const counted = (visitor, gate, onwards) => {
  if (!visitor.session.user) return gate.status(401).send('who are you?');
  onwards();
};
// It only shows what is in it.
const greeted = (visitor, gate, onwards) => { gate.locals.name = visitor.session.user; onwards(); };

orchard.get('/gate', greeted, (visitor, gate) => { gate.json({ open: true }); });
orchard.get('/trees', known, (visitor, gate) => { gate.json({ trees: 12 }); });
orchard.get('/apples', counted, (visitor, gate) => { gate.json({ apples: 400 }); });

// Below it passport takes the visitor out of the session; a service may show a token instead.
const service = (visitor, gate, onwards) => {
  if (visitor.isAuthenticated()) return onwards();
  if (!visitor.headers.authorization) return onwards();
  passport.authenticate('jwt', (error, found) => {
    if (error || !found) return gate.status(401).send('who are you?');
    visitor.logIn(found, { session: false }, onwards);
  })(visitor, gate, onwards);
};
const either = (visitor, gate, onwards) => { if (visitor.isAuthenticated()) onwards(); else gate.status(401).send('who are you?'); };
orchard.use('/cellar', passport.initialize(), passport.session(), service);
orchard.get('/cellar/casks', either, (visitor, gate) => { gate.json({ casks: 3 }); });
orchard.get('/cellar/door', (visitor, gate) => { gate.json({ open: true }); });
// A token that has to be there leaves nothing to the session.
orchard.use('/press', passport.session(), passport.authenticate('jwt', { session: false }));
orchard.get('/press/juice', either, (visitor, gate) => { gate.json({ litres: 30 }); });

// Who is unknown becomes an error, and what handles it sends to the gate. The name that a wrapper is told is no right.
class Unknown extends Error {}
const timed = (name, fn) => (visitor, gate, onwards) => { gate.locals[name] = Date.now(); return fn(visitor, gate, onwards); };
const picker = timed('picker', function picker(visitor, gate, onwards) {
  return visitor.session.userId ? onwards() : onwards(new Unknown('a stranger'));
});
// What is looked for in three places is a parameter wherever it is found.
const needs = (name) => (visitor, gate, onwards) => {
  const found = visitor.query[name] || visitor.body[name] || visitor.headers[name];
  if (!found && name === 'visitor') return gate.status(401).end();
  if (!found) return gate.status(400).end();
  visitor.needed = { ...visitor.needed, [name]: found };
  onwards();
};
orchard.get('/baskets', picker, (visitor, gate) => { gate.json({ baskets: 9 }); });
orchard.get('/paths', needs('row'), needs('visitor'), (visitor, gate) => { gate.json({ row: visitor.needed.row }); });
// Pages for those who are not logged in, in one expression each.
const newcomer = (visitor, gate, onwards) => visitor.session.userId ? gate.redirect('/trees') : onwards();
function unnamed(visitor, gate, onwards) { visitor.isAuthenticated() ? gate.redirect('/trees') : onwards(); }
const nobody = (visitor, gate, onwards) => { const { user } = visitor.session; return !user ? onwards() : gate.redirect('/trees'); };
const somebody = (visitor, gate, onwards) => (visitor.session.userId ? onwards() : gate.redirect('/gate'));
orchard.get('/new/one', newcomer, (visitor, gate) => { gate.json({ open: true }); });
orchard.get('/new/two', unnamed, (visitor, gate) => { gate.json({ open: true }); });
orchard.get('/new/three', nobody, (visitor, gate) => { gate.json({ open: true }); });
orchard.get('/old', somebody, (visitor, gate) => { gate.json({ open: true }); });
orchard.get('/signed', (visitor, gate, onwards) => (visitor.session.isSignedIn ? onwards() : gate.sendStatus(401)), (visitor, gate) => { gate.json({ open: true }); });
orchard.use((error, visitor, gate, onwards) => (error instanceof Unknown ? gate.redirect('/gate') : onwards(error)));
orchard.listen(4040);
