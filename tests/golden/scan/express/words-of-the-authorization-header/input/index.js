const express = require('express');
const passport = require('passport');
const { Strategy: JwtStrategy, ExtractJwt } = require('passport-jwt');
const { Strategy: LocalStrategy } = require('passport-local');
const { BasicStrategy } = require('passport-http');
const { Strategy: GoogleStrategy } = require('passport-google-oauth20');
const guards = require('./guards');

passport.use('captain', new JwtStrategy({ secretOrKey: 's', jwtFromRequest: ExtractJwt.fromAuthHeaderAsBearerToken() }, (claims, done) => done(null, { deck: claims.deck })));
passport.use('gangway-token', new LocalStrategy((username, password, done) => done(null, { username })));
passport.use('stoker', new BasicStrategy((username, password, done) => done(null, { username })));
passport.use('elsewhere', new GoogleStrategy({}, (token, refresh, profile, done) => done(null, profile)));

const app = express();
app.use(express.json());
for (const name of Object.keys(guards)) app.get(`/words/${name}`, guards[name], (req, res) => res.json({ name: 'x' }));
app.get('/deck', passport.authenticate('captain', { session: false }), (req, res) => res.json({ deck: req.user.deck }));
app.post('/gangway', passport.authenticate('gangway-token', { session: false }), (req, res) => res.json({ as: req.user.username }));
app.get('/boiler', passport.authenticate('stoker', { session: false }), (req, res) => res.json({ as: req.user.username }));
app.get('/shore', passport.authenticate('elsewhere', { session: false }), (req, res) => res.json({}));
app.listen(3000);
