const express = require('express');
const session = require('express-session');
const _ = require('lodash');
const { z } = require('zod');

const bakehouse = express();
bakehouse.use(express.json(), session({ secret: 'yeast' }));

// What one route makes of its body is there in that route only.
const checked = (schema) => (req, res, next) => {
  const result = schema.safeParse(req.body);
  if (!result.success) return res.status(400).json({ error: 'body' });
  req.body = result.data;
  next();
};
bakehouse.post('/codes', checked(z.object({ mail: z.string() })), (req, res) => { res.json({ sent: true }); });
const baker = (req, res, next) => {
  if (!req.session.user) return res.status(401).json({ error: 'who are you' });
  req.body.bakerId = req.session.user.id;
  next();
};
const loaves = express.Router();
loaves.post('/', (req, res) => {
  const { bakerId, flour } = req.body;
  res.json({ bakerId, flour });
});
bakehouse.use('/loaves', baker, loaves);

// Whichever of these it is, the program has set it.
const notesSender = (req, res, next) => {
  req.body.$from = req.headers['x-real-ip'] || req.socket.remoteAddress;
  next();
};
bakehouse.post('/orders', notesSender, (req, res) => {
  const { name, $from } = req.body;
  res.json({ name, $from });
});
const oneOf = (names) => (req, res, next) => {
  const asked = names.filter((name) => _.has(req.query, name));
  if (asked.length !== 1) return res.status(400).json({ error: 'one of them' });
  req.query.grain = req.query[asked[0]];
  next();
};
bakehouse.get('/grains', oneOf(['rye', 'spelt']), (req, res) => { res.json({ grain: req.query.grain }); });
// What stands in for a missing value may come in as well.
bakehouse.post('/cakes', (req, res, next) => {
  if (!req.body.size) req.body.size = 'small';
  next();
}, (req, res) => { res.json({ size: req.body.size }); });
bakehouse.listen(8065);
