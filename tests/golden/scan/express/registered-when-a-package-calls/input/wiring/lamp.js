import { Router } from 'express';

export async function light(tower) {
  const lamp = Router();
  lamp.get('/lamp', (request, response) => response.json({ lit: true }));
  lamp.put('/lamp', (request, response) => response.sendStatus(204));
  tower.use('/top', lamp);
}
