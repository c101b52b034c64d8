import fastify from 'fastify';
import createError from 'http-errors';

const dome = fastify();

// Errors of one class and one status: what each of them says is its own.
dome.get('/stars/:id', async (request) => {
  if (!request.query.catalogue) throw createError(404, 'no such star');
  return { id: request.params.id };
});
dome.get('/comets/:id', async (request) => {
  if (!request.query.year) throw new createError.NotFound('no such comet');
  return { id: request.params.id };
});
// What it says depends on the request.
dome.get('/moons/:id', async (request) => {
  if (!request.query.planet) throw createError(404, `no moon ${request.params.id}`);
  return { id: request.params.id };
});
// It says nothing of its own.
dome.get('/nebulae/:id', async (request) => {
  if (!request.query.colour) throw createError(404);
  return { id: request.params.id };
});

const shutter = {
  open(wind) {
    if (wind === 'storm') throw new Error('the shutter stays closed');
    return { open: true };
  },
  read(text) {
    if (!text) throw new Error(`nothing in ${text}`);
    return { text };
  },
};
dome.post('/shutter', async (request) => shutter.open(request.body.wind));
dome.get('/log', async (request) => shutter.read(request.query.page));
dome.get('/mirror', async (request) => {
  if (request.query.clean !== 'yes') throw new Error('the mirror is blind');
  return { clean: true };
});

await dome.listen({ port: 4600 });
