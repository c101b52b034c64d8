// What requests leave in maps, in sets and under names that only they know: later ones find it there, or nothing.
const express = require('express');
const wardrobe = express();
wardrobe.use(express.json());
const coats = new Map();
const tags = new Set();
const shoes = {};
class Drawer {
  constructor() {
    this.socks = new Map();
  }
  put(name, sock) {
    this.socks.set(name, sock);
  }
  find(name) {
    return this.socks.get(name);
  }
}
const drawer = new Drawer();

wardrobe.put('/coats/:coat', (req, res) => {
  coats.set(req.params.coat, { colour: String(req.body.colour), worn: 0 });
  res.status(201).end();
});
wardrobe.get('/coats/:coat', (req, res) => {
  const coat = coats.get(req.params.coat);
  if (!coat) return res.status(404).json({ error: 'no such coat' });
  res.json(coat);
});
wardrobe.get('/coats', (req, res) => res.json({ coats: [...coats.values()], count: coats.size }));
wardrobe.post('/tags', (req, res) => {
  tags.add(String(req.body.tag));
  res.sendStatus(204);
});
wardrobe.get('/tags', (req, res) => res.json([...tags]));
wardrobe.get('/tags/:tag', (req, res) => (tags.has(req.params.tag) ? res.json({ tag: req.params.tag }) : res.sendStatus(404)));
wardrobe.put('/shoes/:shoe', (req, res) => {
  shoes[req.params.shoe] = { size: Number(req.body.size), left: true };
  res.sendStatus(204);
});
wardrobe.get('/shoes/:shoe', (req, res) => {
  const shoe = shoes[req.params.shoe];
  if (!shoe) return res.sendStatus(404);
  res.json(shoe);
});
wardrobe.get('/shoes', (req, res) => res.json(Object.values(shoes)));
wardrobe.put('/socks/:sock', (req, res) => {
  drawer.put(req.params.sock, { pair: true, holes: 0 });
  res.sendStatus(204);
});
wardrobe.get('/socks/:sock', (req, res) => {
  const sock = drawer.find(req.params.sock);
  return sock ? res.json(sock) : res.sendStatus(404);
});
wardrobe.get('/best', (req, res) => {
  if (!coats.has('best')) return res.sendStatus(404);
  res.json(coats.get('best'));
});
wardrobe.listen(1);
