import mongo from '@fastify/mongodb';
import mysql from '@fastify/mysql';
import postgres from '@fastify/postgres';
import Fastify from 'fastify';

const box = Fastify();
box.register(postgres, { connectionString: 'postgres://box' });
box.register(mysql, { promise: true, name: 'frame', connectionString: 'mysql://box' });
box.register(mongo, { url: 'mongodb://box/register' });

// A client of its own, one of the pool, and one within a transaction.
box.get('/signals', async () => {
  const { rows } = await box.pg.query('SELECT * FROM signals');
  return rows;
});
box.get('/signals/:signal', async (request, reply) => {
  const client = await box.pg.connect();
  try {
    const { rows } = await client.query('SELECT arm, lit FROM signals WHERE signal_id = $1', [request.params.signal]);
    if (rows.length === 0) return reply.code(404).send({ error: 'No such signal' });
    return rows[0];
  } finally {
    client.release();
  }
});
box.post('/signals', async (request, reply) => {
  const made = await box.pg.transact(async (client) => {
    const { rows } = await client.query('INSERT INTO signals (arm, lit) VALUES ($1, $2) RETURNING signal_id', [request.body.arm, request.body.lit]);
    return rows[0];
  });
  return reply.code(201).send(made);
});

// Under a name.
box.get('/levers', async (request) => {
  const [levers] = await request.server.mysql.frame.query('SELECT id, label FROM levers');
  return { levers };
});

// And documents, of which nobody says more than that they have been put there.
box.post('/entries', async (request, reply) => {
  const { insertedId } = await box.mongo.db.collection('entries').insertOne({ train: request.body.train });
  return reply.code(201).send({ insertedId });
});
box.get('/entries/:entry', async (request) => box.mongo.db.collection('entries').findOne({ _id: new box.mongo.ObjectId(request.params.entry) }));

// No plugin gives this one.
box.get('/lamps', async () => ({ lamps: await box.redis.get('lamps') }));

box.listen({ port: 3000 });
