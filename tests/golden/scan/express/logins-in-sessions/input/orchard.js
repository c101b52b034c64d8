const express = require('express');
const session = require('express-session');

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
orchard.listen(4040);
