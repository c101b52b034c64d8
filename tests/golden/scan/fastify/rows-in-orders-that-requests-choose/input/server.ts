import Fastify from 'fastify';
import mongoose from 'mongoose';

const Tree = mongoose.model('Tree', new mongoose.Schema({ kind: { type: String, required: true }, height: Number }));
const app = Fastify();

const orders: any = { tall: { height: -1 }, low: { height: 1 }, kind: { kind: 1 }, other: { kind: -1 }, old: { _id: 1 } };
const orderOf = (name?: string) => orders[name ?? 'tall'];

// A list for each order: they are one list.
app.get<{ Querystring: { order?: string } }>('/trees', async ({ query }) => {
  const $sort = orderOf(query.order);
  const [page] = await Tree.aggregate([{ $facet: { trees: [{ $sort }, { $limit: 10 }], totals: [{ $count: 'count' }] } }]);
  return { trees: page?.trees || [], total: page?.totals[0]?.count || 0 };
});

// Lists of different records.
app.get<{ Querystring: { as?: string } }>('/lists', async ({ query }) => {
  const forms: any = {
    a: (await Tree.find()).map(({ kind }) => ({ a: kind })),
    b: (await Tree.find()).map(({ kind }) => ({ b: kind })),
    c: (await Tree.find()).map(({ kind }) => ({ c: kind })),
    d: (await Tree.find()).map(({ kind }) => kind),
  };
  return { list: forms[query.as ?? 'a'] || [] };
});

app.listen({ port: 3000 });
