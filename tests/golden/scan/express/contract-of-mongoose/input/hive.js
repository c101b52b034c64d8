const express = require('express');
const jwt = require('jsonwebtoken');
const { Bee, Comb } = require('./cells');
const hive = express();
hive.use(express.json());

const stung = (request, reply, next) => {
  const [, token] = (request.headers.authorization || '').split(' ');
  try { request.bee = jwt.verify(token, 'wax'); next(); } catch { reply.status(401).json({ buzz: 'who are you' }); }
};

hive.post('/session', async (request, reply) => {
  const { name, password } = request.body;
  const bee = await Bee.findOne({ name }).select('+password');
  if (!bee || !bee.knows(password)) return reply.status(401).json({ buzz: 'wrong' });
  reply.json({ token: jwt.sign({ id: bee.id }, 'wax'), bee });
});

hive.post('/combs', stung, async (request, reply) => { reply.status(201).json(await Comb.create({ ...request.body, owner: request.bee.id })); });
hive.get('/combs/:comb', async (request, reply) => {
  const comb = await Comb.findById(request.params.comb).populate('owner', 'name').lean();
  return comb ? reply.json(comb) : reply.sendStatus(404);
});
hive.delete('/combs/:comb', stung, async (request, reply) => {
  const comb = await Comb.findById(request.params.comb);
  if (!comb) return reply.sendStatus(404);
  if (comb.owner !== request.bee.id) return reply.status(403).json({ buzz: 'not yours' });
  await comb.deleteOne();
  reply.status(204).end();
});
hive.listen(3000);
