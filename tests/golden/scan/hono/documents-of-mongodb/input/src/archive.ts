import { Hono } from 'hono';
import { serve } from '@hono/node-server';
import { MongoClient, ObjectId, type Collection } from 'mongodb';
import type { Scroll, Shelf, Tally } from './kinds.js';

const client = new MongoClient(process.env.ARCHIVE_URL ?? 'mongodb://localhost');
const db = client.db('archive');
const scrolls = db.collection<Scroll>('scrolls');
const shelves: Collection<Shelf> = db.collection('shelves');
const strays = db.collection('strays');

const archive = new Hono();
archive.get('/scrolls', async (c) => c.json({ scrolls: await scrolls.find({ burnt: false }).sort({ title: 1 }).limit(10).toArray(), total: await scrolls.countDocuments() }));
archive.get('/scrolls/:id', async (c) => {
  const scroll = await scrolls.findOne({ _id: new ObjectId(c.req.param('id')) }, { projection: { hands: 0 } });
  if (!scroll) return c.json({ lost: true }, 404);
  return c.json(scroll);
});
archive.post('/scrolls', async (c) => {
  const body = await c.req.json();
  const scroll = { title: body.title, pages: body.pages, hands: [], shelf: new ObjectId(body.shelf) };
  const result = await scrolls.insertOne(scroll);
  return c.json({ id: result.insertedId, scroll }, 201);
});
archive.put('/scrolls/:id', async (c) => {
  const { pages } = await c.req.json();
  const { matchedCount } = await scrolls.updateOne({ _id: new ObjectId(c.req.param('id')) }, { $set: { pages } });
  return matchedCount === 0 ? c.json({ lost: true }, 404) : c.body(null, 204);
});
archive.get('/scrolls-by-shelf', async (c) => {
  const rows = await scrolls.aggregate<Tally>([{ $group: { _id: '$shelf', scrolls: { $sum: 1 } } }]).toArray();
  const joined = await scrolls.aggregate([{ $lookup: { from: 'shelves', localField: 'shelf', foreignField: '_id', as: 'place' } }, { $unwind: '$place' }, { $project: { title: 1, place: 1 } }]).toArray();
  return c.json({ rows, joined });
});
archive.get('/shelves', async (c) => c.json(await shelves.find().toArray()));
// Nobody says what they are.
archive.get('/strays', async (c) => c.json(await strays.find().toArray()));
archive.delete('/strays/:id', async (c) => {
  const found = await strays.findOneAndDelete({ _id: new ObjectId(c.req.param('id')) });
  return found ? c.json({ gone: found._id }) : c.json({ lost: true }, 404);
});
serve({ fetch: archive.fetch, port: 8080 });
