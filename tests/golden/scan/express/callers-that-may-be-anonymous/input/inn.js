const express = require('express');
const passport = require('passport');
const { Strategy: Bearer } = require('passport-http-bearer');
const { Strategy: Anonymous } = require('passport-anonymous');

const inn = express();
passport.use(new Bearer((token, done) => done(null, { token })));
passport.use(new Anonymous());
passport.use('stranger', new Anonymous());

const guest = (req, res) => res.json({ known: req.user !== undefined });
inn.get('/beds', passport.authenticate('bearer', { session: false }), guest);
// Nobody is refused: whoever brings no token goes on without a name.
inn.get('/hall', passport.authenticate(['bearer', 'anonymous'], { session: false }), guest);
inn.get('/yard', passport.authenticate(['bearer', 'stranger'], { session: false }), guest);
// It lets those pass, too, whose cookie it does not know.
const { Strategy: RememberMe } = require('passport-remember-me');
passport.use(new RememberMe((token, done) => done(null, false), (guest, done) => done(null, 'cookie')));
inn.get('/stairs', passport.authenticate('remember-me'), guest);

inn.listen(3000);
