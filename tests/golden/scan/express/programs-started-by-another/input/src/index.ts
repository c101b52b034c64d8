import express, { Router } from 'express';

export default function serve({ prefix, withCellar }: { prefix: string; withCellar: boolean }) {
  const orchard = express();
  const trees = Router();
  trees.get('/', (req, res) => res.json([]));
  trees.get('/:tree', (req, res) => res.json({ tree: req.params.tree }));
  orchard.use(`${prefix}/trees`, trees);
  if (withCellar) orchard.get(`${prefix}/cellar`, (req, res) => res.json({ jars: 1 }));
  orchard.listen(7603);
}
