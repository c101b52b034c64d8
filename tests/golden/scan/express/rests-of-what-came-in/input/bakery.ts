// What is taken out of a body is not in its rest: an answer that gives the rest back does not have it. Whoever gives all of it back does.
import express from 'express';

interface Order {
  loaf: string;
  secret: string;
  slices?: number;
}

const bakery = express();
bakery.use(express.json());

bakery.post('/customers', (req, res) => {
  const { password, ...customer } = req.body;
  if (!password || !customer.name) return res.status(400).json({ missing: true });
  res.status(201).json(customer);
});
bakery.put('/customers/:id', (req, res) => {
  const { password, ...rest } = req.body;
  const { pin, ...shown } = rest;
  if (password !== pin) return res.status(409).json({ ...rest, id: req.params.id });
  res.json({ ...shown, name: req.body.name });
});
bakery.post('/orders', (req, res) => {
  const { secret, ...order }: Order = req.body;
  res.json({ order, hasSecret: secret !== '' });
});
bakery.post('/baskets', (req, res) => {
  const { owner, ...basket } = { ...req.body, at: 'counter' };
  if (owner.banned) return res.status(403).json(req.body);
  res.json({ basket, count: req.body.count });
});
bakery.get('/loaves', (req, res) => {
  const { page, ...filters } = req.query;
  res.json({ page, filters, grain: req.query.grain });
});
bakery.post('/flours', (req, res) => {
  const { mill } = req.body;
  res.json({ mill, all: req.body });
});
bakery.listen(3000);
