const express = require('express');
const jwt = require('jsonwebtoken');
const { find, owners } = require('filing-cabinet');

const desk = express();

const known = (req, res, next) => {
  try {
    const pass = req.cookies.token;
    if (pass) req.user = jwt.verify(pass, 'ink');
  } catch {
    return res.status(401).json({ why: 'stale' });
  }
  next();
};

const knownLater = async (req, res, next) => {
  try {
    if (!req.headers.authorization) return next();
    req.user = await new Promise((resolve, reject) =>
      jwt.verify(req.headers.authorization, 'ink', (error, user) => (error ? reject(error) : resolve(user))),
    );
    next();
  } catch {
    res.status(403).json({ why: 'stale' });
  }
};

const member = (req, res, next) => {
  try {
    req.user = jwt.verify(req.cookies.token, 'ink');
    next();
  } catch {
    res.status(401).json({ why: 'none' });
  }
};

desk.get('/papers', known, (req, res) => res.json({ papers: [] }));
desk.get('/letters', knownLater, (req, res) => res.json({ letters: [] }));
desk.get('/drawer', member, (req, res) => res.json({ drawer: 1 }));

// Who may do more is noted: whoever is turned away is so since there is no such file, with a token and without.
const noted = async (req, res, next) => {
  req.isClerk = req.headers.authorization === `Bearer ${process.env.CLERK}`;
  const file = await find(req.params.id);
  if (!file) return res.status(404).json({ why: 'no file' });
  req.isOwner = req.headers.authorization?.split(' ')[1] === file.token;
  next();
};
const clerk = (req, res, next) => (req.isClerk ? next() : res.sendStatus(403));
// These four are turned away for what they show, or do not show.
const owner = async (req, res, next) => {
  const file = await find(req.params.id);
  if (req.headers.authorization?.split(' ')[1] !== file.token) return res.sendStatus(404);
  next();
};
const holder = async (req, res, next) => {
  if (!(await find('holder', req.headers.authorization))) return res.sendStatus(404);
  next();
};
const listed = (req, res, next) => (owners[req.headers.authorization] ? next() : res.sendStatus(404));
const asked = async (req, res, next) => {
  const answer = await fetch(`http://gate/${req.headers.authorization}`);
  if (!answer.ok) return res.sendStatus(404);
  next();
};
desk.get('/files/:id', noted, (req, res) => res.json({ file: 1 }));
desk.put('/files/:id', noted, clerk, (req, res) => res.json({ file: 2 }));
desk.get('/files/:id/owner', owner, (req, res) => res.json({ file: 3 }));
desk.get('/files/:id/holder', holder, (req, res) => res.json({ file: 4 }));
desk.get('/files/:id/listed', listed, (req, res) => res.json({ file: 5 }));
desk.get('/files/:id/asked', asked, (req, res) => res.json({ file: 6 }));
desk.listen(3000);
