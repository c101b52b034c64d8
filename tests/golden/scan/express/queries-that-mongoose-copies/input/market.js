const express = require('express');
const mongoose = require('mongoose');

const Stall = mongoose.model('Stall', new mongoose.Schema({ name: { type: String, required: true }, square: Number }));

const app = express();
app.use(express.json());

app.get('/stalls', async (req, res) => {
  const query = Stall.find();
  if (req.query.name) query.where('name').equals(req.query.name);
  const [stalls, many] = await Promise.all([query.clone().comment('a page').batchSize(10), Stall.countDocuments(query.getFilter())]);
  res.set('X-Total-Count', many).json(stalls);
});

// Many are written at once, whatever a request sends.
app.post('/stalls', async (req, res) => {
  const stalls = await Stall.insertMany(req.body.stalls);
  res.status(201).json({ many: stalls.length, names: stalls.map((stall) => stall.name) });
});
app.put('/stalls', async (req, res) => {
  const { modifiedCount, upsertedCount } = await Stall.bulkWrite(
    req.body.map(({ id, name }) => ({ updateOne: { filter: { _id: id }, update: { name }, upsert: true } })),
  );
  res.json({ modifiedCount, upsertedCount });
});

// What a document lacks, its copies in a pipeline lack, too.
app.get('/joined', async (req, res) => {
  res.json(
    await Stall.aggregate([
      { $addFields: { area: '$square', label: { $concat: ['no. ', '$name'] }, same: { called: '$name', wide: '$square' } } },
      { $group: { _id: '$name', all: { $push: { id: '$_id', square: '$square' } }, whole: { $push: '$$ROOT' } } },
    ]),
  );
});

// How many there are of what a query asks for, from its model.
class Page {
  constructor(query) {
    this.query = query;
  }
  async count() {
    return this.query.model.countDocuments(this.query.getFilter());
  }
}
app.get('/stalls/page', async (req, res) => {
  const page = new Page(Stall.find({ square: { $gt: 1 } }).limit(10));
  res.json({ total: await page.count(), of: page.query.model.modelName, stalls: await page.query });
});

app.listen(3000);
