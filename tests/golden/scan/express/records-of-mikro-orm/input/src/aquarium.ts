import express from 'express';
import { MikroORM, RequestContext, wrap } from '@mikro-orm/core';
import { Fish, Tank } from './creatures.js';

const orm = await MikroORM.init({ entities: [Fish, Tank], dbName: 'aquarium' });
const fishes = orm.em.getRepository(Fish);
const aquarium = express();
aquarium.use(express.json());
aquarium.use((request, response, next) => RequestContext.create(orm.em, next));

aquarium.get('/fish', async (request, response) => { response.json(await fishes.findAll({ populate: ['tank'], limit: 10 })); });
aquarium.get('/fish/:id', async (request, response) => {
  const fish = await orm.em.findOne(Fish, { id: Number(request.params.id) });
  if (!fish) return response.status(404).json({ empty: true });
  response.json({ fish, heavy: fish.isHeavy(), price: fish.price });
});
aquarium.post('/fish', async (request, response) => {
  const { name, tank } = request.body;
  const fish = new Fish(name, orm.em.getReference(Tank, tank));
  await orm.em.persistAndFlush(fish);
  response.status(201).json(fish);
});
aquarium.put('/fish/:id', async (request, response) => {
  const fish = await fishes.findOneOrFail(request.params.id);
  wrap(fish).assign(request.body);
  await orm.em.flush();
  response.json({ ...wrap(fish).toObject(), saved: true });
});
aquarium.post('/tanks', async (request, response) => {
  const tank = orm.em.create(Tank, { label: request.body.label, water: request.body.water });
  await orm.em.flush();
  response.status(201).json(tank);
});
aquarium.get('/tanks', async (request, response) => {
  const [tanks, total] = await orm.em.findAndCount(Tank, { water: request.query.water }, { populate: ['fish'] });
  response.json({ tanks, total });
});
aquarium.delete('/tanks/:id', async (request, response) => {
  const gone = await orm.em.nativeDelete(Tank, { id: Number(request.params.id) });
  response.json({ gone });
});
aquarium.listen(8080);
