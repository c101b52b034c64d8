const express = require('express');
const cookieParser = require('cookie-parser');
const passport = require('passport');
const { Strategy, ExtractJwt } = require('passport-jwt');
const { Strategy: LocalStrategy } = require('passport-local');

const cookieExtractor = (req) => (req && req.cookies ? req.cookies.gate_pass : null);
const verify = (payload, done) => done(null, { id: payload.sub });
passport.use('cookie-jwt', new Strategy({ jwtFromRequest: cookieExtractor, secretOrKey: process.env.SECRET }, verify));
passport.use('list-jwt', new Strategy({ jwtFromRequest: ExtractJwt.fromExtractors([cookieExtractor]), secretOrKey: process.env.SECRET }, verify));
passport.use('header-jwt', new Strategy({ jwtFromRequest: ExtractJwt.fromHeader('X-Gate-Pass'), secretOrKey: process.env.SECRET }, verify));
// Either: whoever has the header needs no cookie, and the other way round.
passport.use('either-jwt', new Strategy({ jwtFromRequest: ExtractJwt.fromExtractors([ExtractJwt.fromAuthHeaderAsBearerToken(), cookieExtractor]), secretOrKey: process.env.SECRET }, verify));
const orHeader = (req) => (req.cookies && req.cookies.gate_pass) || (req.headers.authorization || '').split(' ')[1];
passport.use('one-of-two-jwt', new Strategy({ jwtFromRequest: orHeader, secretOrKey: process.env.SECRET }, verify));
// In the body, or in a cookie.
passport.use('body-or-cookie-jwt', new Strategy({ jwtFromRequest: ExtractJwt.fromExtractors([ExtractJwt.fromBodyField('pass'), cookieExtractor]), secretOrKey: process.env.SECRET }, verify));

const gate = express();
gate.use(cookieParser());
gate.use(passport.initialize());
for (const name of ['cookie-jwt', 'list-jwt', 'header-jwt', 'either-jwt', 'one-of-two-jwt', 'body-or-cookie-jwt']) {
  gate.get(`/${name}`, passport.authenticate(name, { session: false }), (req, res) => { res.json({ user: req.user.id }); });
}

// A function of the program that is told which strategy to ask, behind a wrapper that all of them share.
passport.use(new LocalStrategy({ usernameField: 'guest' }, (guest, secret, done) => done(null, { id: guest })));
const ask = (strategy, isStrict) => (req, res, next) => {
  if (req.user) return next();
  return passport.authenticate(strategy, (err, user) => {
    if (err) return next(err);
    if (!user && isStrict) return res.status(401).json({ message: 'Not here' });
    req.user = user;
    return next();
  })(req, res, next);
};
const caught = (fn) => async (...args) => { try { await fn(...args); } catch (error) { args.at(-1)(error); } };
gate.post('/asked/entry', caught(ask('local', true)), (req, res) => { res.json({ pass: 'written' }); });
gate.get('/asked/cookie', caught(ask('cookie-jwt', true)), (req, res) => { res.json({ user: req.user.id }); });
gate.get('/asked/cookie/perhaps', caught(ask('cookie-jwt', false)), (req, res) => { res.json({ hall: 1 }); });
gate.get('/asked/header', caught(ask('bearer-jwt', true)), (req, res) => { res.json({ user: req.user.id }); });
passport.use('bearer-jwt', new Strategy({ jwtFromRequest: ExtractJwt.fromAuthHeaderAsBearerToken(), secretOrKey: process.env.SECRET }, verify));

// A function of the program asks extractors of the package itself, and looks elsewhere beside them.
const fromHeader = ExtractJwt.fromAuthHeaderAsBearerToken();
const asks = {
  first: (req) => { let pass = fromHeader(req); if (!pass) pass = req.cookies.gate_pass; return pass; },
  or: (req) => ExtractJwt.fromHeader('X-Gate-Pass')(req) || req.cookies.gate_pass,
  last: (req) => { let pass = null; if (req.cookies.gate_pass) pass = req.cookies.gate_pass; else pass = fromHeader(req); return pass; },
  list: (req) => ExtractJwt.fromExtractors([fromHeader, cookieExtractor])(req),
  alone: (req) => fromHeader(req),
};
for (const [name, jwtFromRequest] of Object.entries(asks)) {
  passport.use(name, new Strategy({ jwtFromRequest, secretOrKey: process.env.SECRET }, verify));
  gate.get(`/asks/${name}`, passport.authenticate(name, { session: false }), (req, res) => { res.json({ user: req.user.id }); });
}

// A field of the body is no credential beside it; one of two places that hold it may be left out.
passport.use('field-jwt', new Strategy({ jwtFromRequest: ExtractJwt.fromBodyField('pass'), secretOrKey: process.env.SECRET }, verify));
passport.use('own-field-jwt', new Strategy({ jwtFromRequest: (req) => req.body.pass, secretOrKey: process.env.SECRET }, verify));
passport.use('field-or-header-jwt', new Strategy({ jwtFromRequest: ExtractJwt.fromExtractors([ExtractJwt.fromBodyField('pass'), fromHeader]), secretOrKey: process.env.SECRET }, verify));
for (const name of ['field-jwt', 'own-field-jwt', 'field-or-header-jwt'])
  gate.post(`/${name}`, express.json(), passport.authenticate(name, { session: false }), (req, res) => { res.json({ user: req.user.id }); });

gate.listen(3000);
