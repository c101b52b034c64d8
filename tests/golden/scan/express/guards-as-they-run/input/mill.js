const express = require('express');
const cookies = require('cookie-parser');
const jwt = require('jsonwebtoken');
const { promisify } = require('util');

const mill = express();
mill.use(express.json(), cookies());
const grind = (req, res) => res.json({ flour: true });

// The credential is a cookie; what verifies it is hidden behind a wrapper.
const withToken = async (req, res, next) => {
  const { token } = req.cookies;
  if (!token) return res.status(401).json({ reason: 'nobody' });
  req.miller = await promisify(jwt.verify)(token, 'salt');
  next();
};
mill.get('/cookie', withToken, grind);

// The same under a name that is a constant elsewhere.
const NAMES = { session: 'mill_session' };
mill.get('/named-cookie', async (req, res, next) => {
  const found = await globalThis.store.find(req.cookies[NAMES.session]);
  if (!found) { res.status(401); return res.send({ reason: 'nobody' }); }
  next();
}, grind);

// It refuses by handing an error on.
const withHeader = (req, res, next) => {
  try {
    const header = req.header('Authorization');
    if (!header?.startsWith('Bearer ')) throw new Error('no header');
    const [, token] = header.split(' ');
    if (!token) throw new Error('no token');
    req.miller = jwt.verify(token, 'salt');
    next();
  } catch (failure) {
    failure.statusCode = 498;
    next(failure);
  }
};
mill.get('/header', withHeader, grind);

// It answers through a helper of its own.
class Reply {
  constructor(res) { this.res = res; this.status = 200; }
  with(status) { this.status = status; return this; }
  send() { this.res.status(this.status).json({ status: this.status }); }
}
const withHelper = (req, res, next) => {
  const given = req.get('authorization');
  if (given) return next();
  new Reply(res).with(401).send();
};
mill.get('/helper', withHelper, grind);

// Only those without a credential pass: it asks for nothing.
const forStrangers = (req, res, next) => {
  if (req.get('Authorization')) new Reply(res).with(400).send();
  else next();
};
mill.post('/strangers', forStrangers, grind);

// Whoever has a credential is known, everybody passes.
const perhaps = (req, res, next) => {
  const header = req.headers.authorization;
  if (header) req.miller = jwt.decode(header);
  next();
};
mill.get('/perhaps', perhaps, grind);

// The key of a guard is no parameter beside it.
const withKey = (req, res, next) => {
  const key = req.headers['x-api-key'];
  if (!key) return res.status(401).end();
  next();
};
mill.get('/key', withKey, grind);

// A cookie or a header: neither alone is demanded.
const withEither = (req, res, next) => {
  let token;
  if (req.cookies.access) token = req.cookies.access;
  else if (req.headers.authorization?.startsWith('Bearer ')) token = req.headers.authorization.slice(7);
  if (!token) return res.sendStatus(401);
  req.miller = jwt.verify(token, 'salt');
  next();
};
mill.get('/either', withEither, grind);

// Whoever shows nothing passes; only a bad credential is refused.
const politely = (req, res, next) => {
  const token = req.headers.authorization?.split(' ')[1];
  if (!token) return next();
  try { req.miller = jwt.verify(token, 'salt'); next(); } catch { res.status(401).json({ reason: 'bad' }); }
};
mill.get('/politely', politely, grind);
const byCookie = (req, res, next) => {
  const { token } = req.cookies;
  if (token) {
    jwt.verify(token, 'salt', (failure, miller) => {
      if (failure) return res.sendStatus(403);
      req.miller = miller;
      next();
    });
  } else next();
};
mill.get('/cookie-or-not', byCookie, grind);

// It throws what the error handler answers with 401.
class NobodyError extends Error { constructor(message) { super(message); this.status = 401; } }
const wrapped = (step) => (req, res, next) => Promise.resolve(step(req, res, next)).catch(next);
const throwing = wrapped(async (req, res, next) => {
  try {
    const header = req.headers.authorization;
    if (header && header.startsWith('Bearer ')) req.miller = await globalThis.store.check(header.slice(7));
    else if (header || req.query.key) req.miller = await globalThis.store.checkKey(header || req.query.key);
    else throw new NobodyError('no credential');
    next();
  } catch (failure) {
    if (failure instanceof NobodyError) throw failure;
    throw new NobodyError();
  }
});
mill.get('/throwing', throwing, grind);

// What verifies is a field of the instance that made the arrow function, or a method of it.
class Keys {
  verify(req, res, next) {
    if (!req.headers.authorization) return res.sendStatus(401);
    req.miller = jwt.verify(req.headers.authorization, 'salt');
    next();
  }
}
class Gatehouse {
  constructor() { this.keys = new Keys(); }
  check() { return (req, res, next) => { try { return this.keys.verify(req, res, next); } catch (failure) { return next(failure); } }; }
  checkTwice() { return (req, res, next) => this.pass(req, res, () => this.keys.verify(req, res, next)); }
  pass(req, res, next) { next(); }
}
const gatehouse = new Gatehouse();
mill.get('/gatehouse', gatehouse.check(), grind);
mill.get('/gatehouse/twice', gatehouse.checkTwice(), grind);

// What refuses ends in a catch behind which the request goes on; or behind which nothing does.
class Forbidden extends Error { constructor() { super('no'); this.status = 403; } }
const ofMiller = (token) => { const known = globalThis.store.find(token); if (!known) throw new Forbidden(); return known; };
mill.get('/settings', (req, res, next) => {
  try {
    if (req.headers.authorization) req.settings = ofMiller(req.headers.authorization);
  } catch (failure) { console.error(failure.message, req.url); }
  next();
}, grind);
mill.get('/hanging', (req, res, next) => {
  try {
    req.settings = ofMiller(req.headers.authorization);
    next();
  } catch (failure) { console.error(failure.message); }
}, grind);

// A token in a header or cookie that is called after it.
const withAuth = (req, res, next) => {
  const auth = req.headers.auth || req.cookies.auth;
  if (!auth) return res.status(403).json({ reason: 'nobody' });
  req.miller = jwt.verify(auth, 'salt');
  next();
};
mill.get('/named-header', withAuth, grind);

// Headers for browsers, by its name no guard of anybody.
function frameGuard(req, res, next) { res.setHeader('X-Frame-Options', 'DENY'); next(); }
mill.get('/framed', frameGuard, grind);

mill.use((failure, req, res, next) => res.status(failure.status || 500).json({ reason: failure.message }));

mill.listen(3000);
