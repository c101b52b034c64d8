const express = require('express');
const passport = require('passport');
const { Strategy, ExtractJwt } = require('passport-jwt');
const keepers = require('./keepers');

passport.use(
  new Strategy({ jwtFromRequest: ExtractJwt.fromAuthHeaderAsBearerToken(), secretOrKey: 'lamp' }, (payload, done) =>
    done(null, { id: payload.sub, banned: payload.banned === true }),
  ),
);

class Refusal extends Error {
  constructor(message, status) {
    super(message);
    this.status = status;
  }
}
const wrapped =
  (fn) =>
  (...args) =>
    Promise.resolve(fn(...args)).catch(args.at(-1));

/** One guard, made for those who must show a token and for those who may. */
function keeper(isStrict, page) {
  return (req, res, next) => {
    passport.authenticate('jwt', (error, user) => {
      if (error) return next(error);
      if (page && user && user.banned) return res.redirect('/ashore');
      if (!user && isStrict) throw new Refusal('who goes there?', 401);
      if (user && user.banned) throw new Refusal('not you', 403);
      if (user) req.user = user;
      next();
    })(req, res, next);
  };
}

const tower = express();
tower.use(passport.initialize());
tower.get('/lamp', keeper(true), (req, res) => res.json({ lit: true }));
tower.get('/view', keeper(false), (req, res) => res.json({ far: true }));
tower.get('/stairs', wrapped(keeper(true, true)), (req, res) => res.json({ steps: 217 }));
tower.get('/garden', wrapped(keeper(false, true)), (req, res) => res.json({ roses: 3 }));
// Which one it is only the one who runs it knows: some are asked.
tower.get('/cellar', wrapped(keepers.areStrict() ? keeper(true) : keeper(false)), (req, res) => res.json({ oil: 40 }));
tower.use((error, req, res, next) => {
  res.status(error.status ?? 500).json({ error: error.message });
});
tower.listen(3000);
