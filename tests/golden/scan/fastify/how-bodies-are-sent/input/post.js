const fastify = require('fastify');

const post = fastify();
post.register(require('@fastify/multipart'), { attachFieldsToBody: 'keyValues' });
post.register(require('@fastify/formbody'));

const letter = { type: 'object', required: ['to'], properties: { to: { type: 'string' }, weight: { type: 'number' } } };
const keep = async (request) => ({ to: request.body.to });

post.post('/parcels', { schema: { consumes: ['multipart/form-data'], body: letter } }, keep);
post.post('/forms', { schema: { consumes: ['application/x-www-form-urlencoded'], body: letter } }, keep);
post.post('/either', { schema: { consumes: ['multipart/form-data', 'application/json'], body: letter } }, keep);
post.post('/letters', { schema: { body: letter } }, keep);
post.put('/of-one-kind', { schema: { body: { content: { 'multipart/form-data': { schema: letter } } } } }, keep);
post.put('/of-two-kinds', {
  schema: { body: { content: { 'text/csv': { schema: { type: 'string' } }, 'application/json': { schema: letter } } } },
}, keep);

post.listen({ port: 3000 });
