import express, { Router } from 'express';
import { early, either, named, needs, probe } from './probes.js';

const app = express();
app.use(express.json());

const below = (path, ask, who) => {
  const router = Router();
  router.use(ask);
  router.get('/trees', (_req, res) => res.json({ trees: 12 }));
  router.post('/trees', needs(who), (_req, res) => res.sendStatus(204));
  app.use(path, router);
};
below('/probe', probe, 'grower');
below('/early', early, 'picker');
below('/named', named, 'presser');
below('/either', either, 'owner');

app.listen(3000);
