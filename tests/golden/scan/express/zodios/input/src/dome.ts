import { zodiosApp, zodiosContext, zodiosRouter } from '@zodios/express';
import { z } from 'zod';
import { loose, sky, tides } from './contracts.js';

const context = zodiosContext(z.object({ watcher: z.string() }));
const dome = context.app();
dome.use((request, response, next) => {
  if (!request.headers['x-watch']) return response.status(401).json({ who: 'watches?' });
  next();
});

const nights = context.router(sky, { mergeParams: true });
nights.get('/stars/:star', async function findStar(request, response) {
  if (request.query.zoom) return response.status(404).json({ lost: true });
  response.json({ id: request.params.star, magnitude: 2 });
});
nights.post('/stars/', (request, response) => response.status(201).json({ id: 'new', magnitude: request.body.magnitude }));
nights.delete('/stars/:star', (request, response) => {
  response.status(204).end();
});
// The list says nothing of it.
nights.get('/moon', (request, response) => response.json({ full: true }));
dome.use('/nights', nights);

// Refusals are answered by the program's own function.
const shore = zodiosRouter(tides, {
  validationErrorHandler: (error, request, response, next) => response.status(422).json({ wrong: error.context }),
});
shore.put('/tide', (request, response) => response.json({ at: 'noon' }));
dome.use(shore);

// Nothing is checked here.
const notes = zodiosApp(loose, { validate: false, enableJsonBodyParser: false });
notes.post('/notes', (request, response) => response.json({ no: request.body.text.length }));
dome.use('/loose', notes);

dome.listen(7403);
