// A hook that returns the reply has answered: what it leaves is what stands there for everybody else.
const fastify = require('fastify');
const mongoose = require('mongoose');

const Bird = mongoose.model('Bird', new mongoose.Schema({ name: { type: String, required: true } }));
const aviary = fastify();
aviary.decorateRequest('bird', null);

const found = async (request, reply) => {
  request.bird = await Bird.findById(request.params.id);
  if (!request.bird) return reply.code(404).send({ reason: 'no bird' });
};
const thrown = async (request) => {
  request.bird = await Bird.findById(request.params.id);
  if (!request.bird) throw new Error('no bird');
};
const called = (request, reply, done) => {
  Bird.findById(request.params.id, (error, bird) => {
    request.bird = bird;
    if (!request.bird) return reply.code(404).send({ reason: 'no bird' });
    done();
  });
};
// It returns nothing either where it lets everybody pass.
const perhaps = async (request) => {
  request.bird = await Bird.findById(request.params.id);
  if (!request.bird) return;
  request.log.info('a bird');
};

aviary.get('/birds/:id', { preHandler: found }, async (request) => request.bird);
aviary.get('/songs/:id', { preHandler: thrown }, async (request) => request.bird);
aviary.get('/calls/:id', { preHandler: called }, async (request) => ({ of: request.bird }));
aviary.get('/nests/:id', { preHandler: perhaps }, async (request) => ({ bird: request.bird }));

aviary.listen({ port: 3000 });
