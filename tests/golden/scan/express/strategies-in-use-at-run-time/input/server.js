// Which strategies are in use is written in a file that only run time reads. A route that asks for one by its name counts on it.
const fs = require('fs');
const express = require('express');
const passport = require('passport');
const { Strategy: LocalStrategy } = require('passport-local');
const { Strategy: JwtStrategy, ExtractJwt } = require('passport-jwt');

const harbour = JSON.parse(fs.readFileSync('/etc/ferry/harbour.json', 'utf8'));

const app = express();
app.use(express.json());
app.use(passport.initialize());

if (harbour.doors.includes('crew'))
  passport.use(
    'crew',
    new LocalStrategy({ usernameField: 'callSign', passwordField: 'phrase' }, (callSign, phrase, done) =>
      done(null, phrase === harbour.phrase ? { callSign, deck: 2 } : false),
    ),
  );

switch (harbour.tickets) {
  case 'signed':
    passport.use(
      'ticket',
      new JwtStrategy({ jwtFromRequest: ExtractJwt.fromHeader('x-ticket'), secretOrKey: harbour.key }, (ticket, done) => done(null, { seat: 12 })),
    );
}

app.post('/crew/board', passport.authenticate('crew', { session: false }), (req, res) => res.json({ deck: req.user.deck }));
app.get('/seat', passport.authenticate('ticket', { session: false }), (req, res) => res.json({ seat: req.user.seat }));
app.listen(3000);
