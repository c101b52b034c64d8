const express = require('express');
const passport = require('passport');
const { HeaderAPIKeyStrategy } = require('passport-headerapikey');
const { MongoClient } = require('mongodb');

const keys = new MongoClient(process.env.MONGO_URL).db().collection('keys');
const known = (key, done) => keys.findOne({ key }).then((found) => done(null, found || false), done);
passport.use('telescope', new HeaderAPIKeyStrategy({ header: 'Authorization', prefix: 'Telescope ' }, false, known));
passport.use(new HeaderAPIKeyStrategy({ header: 'X-Dome', prefix: '' }, false, known));
passport.use('plain', new HeaderAPIKeyStrategy(undefined, false, known));

const observatory = express();
observatory.use(passport.initialize());
observatory.get('/stars', passport.authenticate('telescope', { session: false }), (req, res) => res.json({ stars: 9 }));
observatory.get('/dome', passport.authenticate('headerapikey', { session: false }), (req, res) => res.json({ open: true }));
observatory.get('/moons', passport.authenticate(['headerapikey', 'plain'], { session: false }), (req, res) => res.json({ moons: 3 }));
observatory.listen(3000);
