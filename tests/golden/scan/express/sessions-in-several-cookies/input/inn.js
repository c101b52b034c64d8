// Each has a cookie of its own: who has logged in stands in the one that is `request.session`.
const express = require('express');
const sessions = require('client-sessions');
const session = require('express-session');
const passport = require('passport');

const secret = process.env.SECRET;
const isGuest = (req, res, next) => (req.isAuthenticated() ? next() : res.redirect('/door'));
const hasRoom = (req, res, next) => (req.session.userId ? next() : res.status(401).end());
const list = (req, res) => res.json({ rooms: [] });

const inn = express();
const part = (path, guard, ...opened) => {
  const router = express.Router();
  router.use(...opened);
  router.get('/', guard, list);
  inn.use(path, router);
};
const login = [passport.initialize(), passport.session()];
const visit = () => sessions({ cookieName: 'visit', secret });

part('/behind', isGuest, sessions({ cookieName: 'session', secret }), visit(), ...login);
part('/in-front', isGuest, visit(), sessions({ cookieName: 'session', secret }), ...login);
part('/renamed', hasRoom, sessions({ cookieName: 'inn_door', requestKey: 'session', secret }), sessions({ cookieName: 'session', requestKey: 'stay', secret }));
part('/of-others', hasRoom, session({ name: 'inn.sid', secret }), visit());

// Nothing else is open here, and the later one of two is what is there.
part('/alone', isGuest, visit(), ...login);
part('/later', hasRoom, session({ name: 'first.sid', secret }), session({ name: 'second.sid', secret }));

inn.listen(4900);
