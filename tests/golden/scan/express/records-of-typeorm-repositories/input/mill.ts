import express from 'express';
import { createConnection, getCustomRepository, getRepository } from 'typeorm';
import { Miller, Sack, SackRepository } from './sacks';

createConnection().then(() => {
  const mill = express();
  mill.use(express.json());

  mill.get('/sacks/:grain', async (req, res) => { res.json(await getCustomRepository(SackRepository).heaviest(req.params.grain)); });
  mill.post('/sacks', async (req, res) => { res.json(await getRepository(Sack).save({ grain: req.body.grain, kilos: req.body.kilos })); });
  mill.get('/millers', async (_req, res) => { res.json(await getRepository(Miller).find()); });

  mill.listen(3000);
});
