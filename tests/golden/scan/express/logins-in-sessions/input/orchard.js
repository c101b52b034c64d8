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
orchard.listen(4040);
