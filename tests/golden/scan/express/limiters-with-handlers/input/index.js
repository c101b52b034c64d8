const express = require('express');
const { rateLimit } = require('express-rate-limit');
const Brute = require('express-brute');

const turnstile = express();
const pass = (req, res) => res.json({ passed: true });

class Refused extends Error {
  constructor(status, detail) {
    super(detail);
    this.status = status;
  }
}

/** What it answers instead of the package, with another status as well. */
turnstile.get('/slowly', rateLimit({ limit: 5, handler: (req, res) => res.status(429).json({ error: 'too fast', ip: req.ip }) }), pass);
turnstile.get('/closed', rateLimit({ limit: 5, handler: (req, res) => res.status(503).json({ open: false }) }), pass);
/** The handlers of errors answer. */
turnstile.get('/later', rateLimit({ limit: 5, handler: (req, res, next) => next(new Refused(429, 'later')) }), pass);
/** What the options say, and what they do not. */
turnstile.get(
  '/stated',
  rateLimit({
    limit: 5,
    statusCode: 420,
    message: { calm: 'down' },
    handler: (req, res, next, options) => res.status(options.statusCode).send(options.message),
  }),
  pass,
);
turnstile.get('/usual', rateLimit({ limit: 5, handler: (req, res, next, { statusCode, message }) => res.status(statusCode).json({ message }) }), pass);
/** It lets some of those through. */
turnstile.get('/members', rateLimit({ limit: 5, handler: (req, res, next) => (req.get('x-member') ? next() : res.sendStatus(429)) }), pass);
turnstile.get('/plain', rateLimit({ limit: 5 }), pass);

/** Of express-brute each middleware may have a function of its own, and a limiter one for all; its own ones answer, or only mark the answer. */
const store = new Brute.MemoryStore();
const brute = new Brute(store, { freeRetries: 2, failCallback: (req, res, next, until) => res.status(401).json({ until }) });
const keyed = brute.getMiddleware({ key: (req, res, next) => next(req.body.user), failCallback: Brute.FailForbidden });
turnstile.get('/brute', new Brute(store).prevent, pass);
turnstile.get('/brute/own', brute.prevent, pass);
turnstile.get('/brute/keyed', keyed, pass);
turnstile.get('/brute/marked', new Brute(store, { failCallback: Brute.FailMark }).prevent, pass);

turnstile.use((error, req, res, next) => res.status(error.status || 500).json({ error: error.message }));
turnstile.listen(3000);
