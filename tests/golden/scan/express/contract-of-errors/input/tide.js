const express = require('express');
const { Wreck, Missing } = require('./wrecks');
const reef = express();
const dive = (work) => (request, reply, next) => Promise.resolve(work(request, reply, next)).catch(next);

reef.get('/corals/:id', dive(async (request, reply) => {
  const coral = await require('nobodys-sea').find(request.params.id);
  if (!coral) throw new Missing('no such coral');
  if (coral.bleached) throw new Wreck(410, 'it is gone', { since: 1998 });
  reply.json({ id: request.params.id });
}));

reef.put('/corals/:id', (request, reply, next) => {
  if (request.query.depth > 40) { reply.status(403); return next(new Error('too deep')); }
  try { reply.json(JSON.parse(request.query.shape)); } catch (error) { next(new Wreck(400, error.message)); }
});

reef.use((error, request, reply, next) => (error instanceof Wreck ? next(error) : next(Object.assign(new Wreck(reply.statusCode === 200 ? 500 : reply.statusCode, error.message), { wrapped: true }))));
reef.use((error, request, reply, next) => {
  const { code, message, details } = error;
  reply.status(code).json({ code, message, ...(details && { details }) });
});
reef.listen(3000);
