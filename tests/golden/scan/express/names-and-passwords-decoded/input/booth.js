// What is decoded out of a header `authorization` is a name and a password, unless it is taken apart at its dots.
const express = require('express');

const booth = express();
const open = (req, res) => res.json({ seats: 3 });
const known = (name, password) => name === 'usher' && password === process.env.BOOTH_PASSWORD;

booth.get('/stalls', (req, res) => {
  const sent = (req.headers.authorization || '').split(' ')[1] || '';
  const [name, password] = Buffer.from(sent, 'base64').toString().split(':');
  if (!known(name, password)) return res.sendStatus(401);
  open(req, res);
});
const usher = (req, res, next) => {
  const [name, password] = atob((req.get('authorization') || '').split(' ')[1] || '').split(':');
  if (known(name, password)) return next();
  res.status(401).end();
};
booth.get('/boxes', usher, open);
// A token for bearers that is not verified.
booth.get('/gods', (req, res) => {
  const token = req.headers.authorization;
  if (!token) return res.sendStatus(401);
  const { seat } = JSON.parse(Buffer.from(token.split('.')[1], 'base64').toString());
  res.json({ seat });
});

booth.listen(3000);
