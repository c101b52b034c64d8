const express = require('express');
const cookieParser = require('cookie-parser');
const passport = require('passport');
const { Strategy, ExtractJwt } = require('passport-jwt');

const cookieExtractor = (req) => (req && req.cookies ? req.cookies.gate_pass : null);
const verify = (payload, done) => done(null, { id: payload.sub });
passport.use('cookie-jwt', new Strategy({ jwtFromRequest: cookieExtractor, secretOrKey: process.env.SECRET }, verify));
passport.use('list-jwt', new Strategy({ jwtFromRequest: ExtractJwt.fromExtractors([cookieExtractor]), secretOrKey: process.env.SECRET }, verify));
passport.use('header-jwt', new Strategy({ jwtFromRequest: ExtractJwt.fromHeader('X-Gate-Pass'), secretOrKey: process.env.SECRET }, verify));
// Either: whoever has the header needs no cookie.
passport.use('either-jwt', new Strategy({ jwtFromRequest: ExtractJwt.fromExtractors([ExtractJwt.fromAuthHeaderAsBearerToken(), cookieExtractor]), secretOrKey: process.env.SECRET }, verify));

const gate = express();
gate.use(cookieParser());
gate.use(passport.initialize());
for (const name of ['cookie-jwt', 'list-jwt', 'header-jwt', 'either-jwt']) {
  gate.get(`/${name}`, passport.authenticate(name, { session: false }), (req, res) => { res.json({ user: req.user.id }); });
}
gate.listen(3000);
