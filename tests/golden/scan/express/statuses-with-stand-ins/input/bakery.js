const express = require('express');

const bakery = express();
bakery.use(express.json());

// What nobody has left on the way stands for the status of every other answer.
const told = (name) => (req, res) => {
  const status = res.locals.status || 200;
  const code = res.locals.code || status;
  const words = res.locals.words || 'Fine';
  res.status(status).json({ code, words, data: res.locals[name] });
};
const refused = (req, res) => {
  const { status = 400 } = res.locals;
  res.status(status).json({ status, words: res.locals.words ?? 'Bad' });
};

bakery.get('/loaves', (req, res, next) => {
  res.locals.loaves = [{ grain: 'rye' }];
  next();
}, told('loaves'));
bakery.post('/loaves', (req, res, next) => {
  res.locals.status = 201;
  res.locals.loaf = { grain: req.body.grain };
  next();
}, told('loaf'));
bakery.delete('/loaves/:grain', (req, res, next) => {
  res.locals.words = 'Never baked';
  next();
}, refused);
// A client may choose the status, and what it sends is still a text.
bakery.get('/echo', (req, res) => res.status(req.query.status || 203).json({ status: req.query.status || 203 }));
// Nobody says what it is.
bakery.get('/oven', (req, res) => res.status(res.locals.heat).json({ hot: true }));
bakery.listen(8090);
