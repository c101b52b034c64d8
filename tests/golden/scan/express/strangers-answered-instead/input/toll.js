// A function in front leaves who the caller is, and lets everybody pass. One behind it that hands nobody else on asks for it, with whatever status it answers.
const express = require('express');
const jwt = require('jsonwebtoken');

const toll = express();
toll.use(express.json());

const recognise = (req, res, next) => {
  try {
    res.locals.user = { name: jwt.verify(req.header('x-toll-token'), process.env.SECRET).name };
  } catch {
    res.locals.user = undefined;
  }
  next();
};
const list = (req, res) => res.json({ barriers: [] });
const behind = (path, guard, handler = list) => toll.get(path, recognise, guard, handler);

behind('/sent', (req, res, next) => {
  const { user } = res.locals;
  if (!user) {
    res.send({ status: 1106, description: 'not allowed' });
    return;
  }
  next();
});
behind('/said', (req, res, next) => {
  if (!res.locals.user) return res.json({ error: true, code: 1 });
  return next();
});
behind('/closed', (req, res, next) => {
  if (req.path === '/closed/hours') return next();
  return res.locals.user ? next() : res.end();
});

// These hand others on as well, or look for something else.
behind('/noted', (req, res, next) => {
  if (!res.locals.user) console.log('nobody');
  next();
});
behind('/strict', (req, res, next) => {
  if (!res.locals.user && req.query.strict) return res.json({ error: true });
  return next();
});
behind('/empty', (req, res, next) => (req.query.barrier ? next() : res.json({ error: 'which barrier?' })));
// A handler that answers strangers otherwise serves them.
behind('/greeted', (req, res, next) => next(), (req, res) => {
  if (!res.locals.user) return res.json({ greeting: 'hello' });
  res.json({ greeting: res.locals.user.name });
});

toll.listen(3200);
