const express = require('express');
const jwt = require('jsonwebtoken');

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
desk.listen(3000);
