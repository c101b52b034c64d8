// What an asynchronous function gives on one of several ways is a promise that has not settled: whoever awaits the result waits for all of them.
import express from 'express';
import mongoose from 'mongoose';

const Rope = mongoose.model('Rope', new mongoose.Schema({ strands: Number, fibre: String }));

class Ropes {
  async page(filter = {}, limit = 10) {
    const [ropes, total] = await Promise.all([Rope.find(filter).limit(limit), Rope.countDocuments(filter)]);
    return { ropes, total };
  }
  async one(id) {
    const rope = await Rope.findById(id);
    if (!rope) throw Object.assign(new Error('no such rope'), { status: 404 });
    return rope;
  }
}
const ropes = new Ropes();

// The ways differ in an object; the promise is handed on as it is.
const pageOf = async (fibre) => {
  const filter = fibre ? { fibre } : {};
  return ropes.page(filter);
};
function plainly(fibre) {
  const filter = fibre ? { fibre } : {};
  return ropes.page(filter);
}
// The ways differ in what they call.
async function known(id) {
  const wanted = id === 'any' ? { first: true } : { id };
  return wanted.first ? ropes.page() : ropes.one(wanted.id);
}

const walk = express();
walk.get('/ropes', async (req, res) => {
  const { ropes: found, total } = await pageOf(req.query.fibre);
  res.json({ found, total });
});
walk.get('/coils', async (req, res) => res.json(await plainly(req.query.fibre)));
walk.get('/chained', (req, res) => {
  pageOf(req.query.fibre).then(({ total }) => res.json({ total }));
});
walk.get('/ropes/:id', async (req, res) => res.json(await known(req.params.id)));
walk.use((error, req, res, next) => res.status(error.status ?? 500).json({ why: error.message }));

walk.listen(7014);
