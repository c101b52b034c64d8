const cooper = require('fastify')();

cooper.addSchema({ $id: 'leak', type: 'object', properties: { code: { type: 'string' }, message: { type: 'string' } } });
const barrel = { type: 'object', properties: { staves: { type: 'integer' } } };
const body = { type: 'object', required: ['wood'], properties: { wood: { type: 'string' } } };

// What the schema of the class does not name is not sent; a status with a schema of its own has that one.
cooper.post(
  '/barrels',
  { schema: { body, response: { '2xx': barrel, '4XX': { $ref: 'leak#' }, 409: { type: 'object', properties: { taken: { type: 'boolean' } } } } } },
  async (request, reply) => {
    if (request.body.wood === 'balsa') return reply.code(422).send({ code: 'soft', message: 'too soft', by: 'the cooper' });
    if (request.body.wood === 'last') return reply.code(409).send({ taken: true, by: 'the smith' });
    return reply.code(201).send({ staves: 20, price: 7 });
  },
);
// `default` is for every status; what is sent elsewhere has no body.
cooper.get('/barrels/:id', { schema: { response: { default: barrel } } }, async (request, reply) => {
  if (request.query.old) return reply.redirect('/barrels');
  return { staves: 20, price: 7 };
});
// Nothing answers with a status of the class: nothing is said of it.
cooper.delete('/barrels/:id', { schema: { response: { '5xx': { $ref: 'leak#' } } } }, async (_request, reply) => reply.code(204).send());

cooper.listen({ port: 3000 });
