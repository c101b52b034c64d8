const express = require('express');
const mongoose = require('mongoose');
const passport = require('passport');
const { Strategy, ExtractJwt } = require('passport-jwt');

const Skipper = mongoose.model('Skipper', new mongoose.Schema({ name: { type: String, required: true }, rank: String }, { versionKey: false }));
const marina = express();
marina.use(express.json());

// What stands on the request where it is handed on is what others find, however the other arm ends.
const inOneArm = async (req, res, next) => {
  const skipper = await Skipper.findById(req.headers['x-skipper']);
  if (skipper) {
    req.skipper = skipper;
    res.locals.greeting = 'ahoy';
    next();
  } else next(new Error('nobody'));
};
const refused = async (req, res, next) => {
  const skipper = await Skipper.findById(req.headers['x-skipper']);
  if (skipper) {
    req.skipper = skipper;
    return next();
  }
  res.status(401).json({ error: 'nobody' });
};
const inCallback = (req, res, next) => {
  Skipper.findById(req.headers['x-skipper'], (err, skipper) => {
    if (err) return next(err);
    if (skipper) {
      req.skipper = skipper;
      next();
    }
  });
};
// Everybody passes, some are known.
const perhaps = async (req, res, next) => {
  const skipper = await Skipper.findById(req.headers['x-skipper']);
  if (!skipper) return next();
  req.skipper = skipper;
  next();
};
// Who is known already stays known.
const once = (req, res, next) => {
  if (req.guest) return next();
  req.guest = { berth: 7 };
  next();
};

marina.get('/arm', inOneArm, (req, res) => res.json({ skipper: req.skipper, says: res.locals.greeting }));
marina.get('/refused', refused, (req, res) => res.json({ rank: req.skipper.rank, of: req.skipper.name }));
marina.get('/callback', inCallback, (req, res) => res.json({ skipper: req.skipper }));
marina.get('/perhaps', perhaps, (req, res) => res.json({ skipper: req.skipper }));
marina.get('/guest', once, (req, res) => res.json({ berth: req.guest.berth }));

// The program itself answers what the strategy says: the user of `done`, or false.
passport.use('jwt', new Strategy({ secretOrKey: 'salt', jwtFromRequest: ExtractJwt.fromAuthHeaderAsBearerToken() }, async (payload, done) => {
  const skipper = await Skipper.findById(payload.sub);
  return skipper ? done(null, skipper) : done(null, false);
}));
const asked = (isStrict) => (req, res, next) =>
  passport.authenticate('jwt', { session: false }, (err, user) => {
    if (err) return next(err);
    if (!user && isStrict) return res.status(401).json({ error: 'who are you' });
    if (user && user.rank === 'cook') return res.status(403).json({ rank: user.rank });
    req.user = user;
    return next();
  })(req, res, next);
marina.get('/strict', asked(true), (req, res) => res.json({ name: req.user.name, user: req.user }));
marina.get('/lenient', asked(false), (req, res) => res.json({ user: req.user ? req.user.name : null }));

marina.listen(3000);
