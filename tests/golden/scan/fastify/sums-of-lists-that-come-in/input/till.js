const till = require('fastify')();
const { findShare } = require('shares');

// What many unknown members come to may be any number.
till.put('/shares', async (request, reply) => {
  const { owners } = request.body;
  if (owners.reduce((sum, owner) => sum + owner.percent, 0) !== 100) return reply.code(400).send({ message: 'Not 100' });
  return { saved: true };
});
till.put('/shares/rounded', async (request, reply) => {
  const total = request.body.owners.reduce((sum, owner) => sum + Number(owner.percent), 0);
  if (total === 100) return { saved: true };
  return reply.code(409).send({ message: 'Not 100' });
});
// How many there are is not known, either.
till.post('/votes', async (request, reply) => {
  const yes = request.body.votes.reduce((count, vote) => (vote.agrees ? count + 1 : count), 0);
  const all = request.body.votes.reduce((count) => count + 1, 0);
  if (all === 1) return reply.code(422).send({ message: 'One vote is none' });
  if (yes > 10) return { passed: true };
  return { passed: false, yes };
});
till.post('/flags', async (request, reply) => {
  const anySet = request.body.flags.reduce((found, flag) => found || flag.name === 'set', false);
  if (anySet) return reply.code(423).send({ message: 'Set already' });
  return { flags: request.body.flags.length };
});
// A list of the program itself is added up.
const fees = [{ cents: 40 }, { cents: 60 }];
till.get('/fees', async (request, reply) => {
  const total = fees.reduce((sum, fee) => sum + fee.cents, 0);
  const share = await findShare(request.query.owner);
  if (!share) return reply.code(404).send({ message: 'No share' });
  return { total, of: [1, 2, 3].reduce((sum, each) => sum + each, 0) };
});
till.listen({ port: 3000 });
