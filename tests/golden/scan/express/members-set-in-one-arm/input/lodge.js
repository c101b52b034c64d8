// What one arm sets on the request is elsewhere what came with it, or what a function in front has left.
const express = require('express');
const passport = require('passport');

const lodge = express();
lodge.use(express.json());
lodge.use(passport.session());
const guest = { rank: 'guest' };
const isOf = (rank, wanted) => {
  if (rank === 'master') return true;
  return rank === wanted;
};
const rightsOf = (user) => {
  const rights = { sees: false, keeps: false };
  if (isOf(user.rank, 'keeper')) {
    rights.sees = true;
    rights.keeps = true;
  } else if (isOf(user.rank, 'guest')) rights.sees = true;
  return rights;
};

lodge.post('/beds', (req, res) => {
  if (!req.isAuthenticated()) req.user = guest;
  if (!rightsOf(req.user).keeps) return res.status(403).json({ why: 'guests keep nothing' });
  res.status(201).json({ bed: req.body.name });
});
const withRights = (req, res, next) => {
  if (!req.isAuthenticated()) {
    req.user = guest;
    res.locals.isGuest = true;
  }
  res.locals.rights = rightsOf(req.user);
  if (!res.locals.rights.sees) return res.status(404).end();
  return next();
};
lodge.put('/beds/:name', withRights, (req, res) => {
  if (!res.locals.rights.keeps) return res.status(403).json({ why: 'guests keep nothing' });
  res.json({ bed: req.body.name });
});
lodge.get('/beds', withRights, (req, res) => {
  res.json({ beds: [], guest: res.locals.isGuest === true });
});
// A member of the program's own, read where it was set and in the next function.
lodge.get('/rooms', (req, res) => {
  if (req.query.all) req.floor = 'any';
  if (req.floor === 'any') return res.json({ rooms: 12 });
  res.status(400).json({ floor: null });
});
lodge.get(
  '/halls',
  (req, res, next) => {
    if (req.query.all) req.floor = 'any';
    next();
  },
  (req, res) => {
    if (!req.floor) return res.status(400).json({ floor: null });
    res.json({ halls: 2 });
  },
);

// Set on every way: nothing else is there.
lodge.get('/attics', (req, res) => {
  if (req.query.all) req.user = { rank: 'guest' };
  else req.user = { rank: 'nobody' };
  if (req.user.rank === 'keeper') return res.json({ attics: 1 });
  res.status(403).json({ why: 'closed' });
});

lodge.listen(3000);
