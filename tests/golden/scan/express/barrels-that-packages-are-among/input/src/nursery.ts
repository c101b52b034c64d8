import express from 'express';
import * as all from './store/index.js';
import { gate, PER_PAGE, plantOf, plantsOn, PlantSchema, Prisma } from './store/index.js';
import { beds, capitalize } from './tools.js';

const nursery = express();
nursery.use(express.json());

// Found behind the package and behind what is not there.
nursery.get('/plants', async (request, response) => {
  response.json({ plants: await plantsOn(Number(request.query.page)), perPage: PER_PAGE });
});
nursery.get('/plants/:id', gate, async (request, response) => {
  const plant = await plantOf(Number(request.params.id));
  if (!plant) return response.status(404).json({ error: 'No such plant' });
  response.json(plant);
});
nursery.get('/pages', all.gate, (_request, response) => response.json({ perPage: all.PER_PAGE }));
nursery.use('/beds', beds);

// What nobody else has is what the package or the generated file has.
nursery.post('/plants', async (request, response) => {
  const plant = PlantSchema.parse(request.body);
  try {
    response.status(201).json(await all.store.plant.create({ data: { name: capitalize(plant.name) } }));
  } catch (error) {
    if (error instanceof Prisma.PrismaClientKnownRequestError) return response.status(409).json({ error: error.code });
    throw error;
  }
});

nursery.listen(3000);
