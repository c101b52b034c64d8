import express from 'express';
import { MikroORM } from '@mikro-orm/sqlite';
import { Bed, Plant } from './plants.js';

const orm = MikroORM.initSync({ entities: [Bed, Plant], dbName: 'plants.db' });
const herbarium = express();
herbarium.use(express.json());

herbarium.get('/plants', async (request, response) => {
  const em = orm.em.fork();
  response.json(await em.find(Plant, { light: request.query.light }));
});
herbarium.get('/plants/:id', async (request, response) => { response.json(await orm.em.fork().findOneOrFail(Plant, request.params.id, { populate: ['bed'] })); });
herbarium.get('/beds', async (request, response) => { response.json({ beds: await orm.em.fork().findAll(Bed) }); });
herbarium.post('/beds', async (request, response) => {
  const made = await orm.em.transactional(async (em) => { const bed = em.create(Bed, request.body); await em.flush(); return bed; });
  response.status(201).json(made);
});
herbarium.listen(8080);
