import 'reflect-metadata';
import express from 'express';
import { DataSource } from 'typeorm';
import { Barrel } from './barrel';

const cellar = new DataSource({ type: 'postgres', entities: [Barrel] });
const app = express();
app.get('/barrels', async (_request, response) => { response.json(await cellar.getRepository(Barrel).find()); });
app.get('/barrels/:id', async (request, response) => {
  const barrel = await cellar.getRepository(Barrel).findOneBy({ id: Number(request.params.id) });
  if (!barrel) return response.status(404).json({ missing: request.params.id });
  return response.json({ wood: barrel.wood, litres: barrel.litres, price: barrel.price, filled: barrel.filled });
});
cellar.initialize().then(() => app.listen(4100));
