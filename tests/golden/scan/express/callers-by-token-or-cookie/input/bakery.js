const express = require('express');
const cookieParser = require('cookie-parser');
const { MongoClient } = require('mongodb');

const bakers = new MongoClient(process.env.MONGO_URL).db().collection('bakers');
const bakery = express();
bakery.use(cookieParser());

// Who sends the request is left by a token or by a cookie; the language is another cookie, which says nobody.
const counter = express.Router();
counter.use(async (req, res, next) => {
  const header = req.headers.authorization;
  let baker = null;
  if (header && header.startsWith('Bearer ')) baker = await bakers.findOne({ token: header.slice(7) });
  else if (req.cookies.sid) baker = await bakers.findOne({ sid: req.cookies.sid });
  req.visit = { baker, language: req.cookies.language || 'en' };
  next();
});
const needsBaker = (req, res, next) => (req.visit.baker ? next() : res.status(401).json({ error: 'who are you?' }));
counter.get('/loaves', (req, res) => res.json({ language: req.visit.language }));
counter.post('/loaves', needsBaker, (req, res) => res.status(201).json({ baked: true }));
bakery.use('/counter', counter);

// Two cookies, neither of which is called like a credential.
const oven = express.Router();
oven.use(async (req, res, next) => {
  if (req.cookies.baker) req.master = await bakers.findOne({ sid: req.cookies.baker });
  else if (req.cookies.apprentice) req.master = await bakers.findOne({ apprentice: req.cookies.apprentice });
  next();
});
oven.post('/heat', (req, res, next) => (req.master ? next() : res.sendStatus(401)), (req, res) => res.json({ hot: true }));
bakery.use('/oven', oven);

bakery.listen(3000);
