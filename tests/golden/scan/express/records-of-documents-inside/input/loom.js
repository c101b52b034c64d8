// Documents inside of a document, put there or written into it, are asked for their records like it.
const express = require('express');
const mongoose = require('mongoose');

const { Schema } = mongoose;
const Thread = mongoose.model('Thread', new Schema({ colour: { type: String, required: true }, spun: Date }));
const Cloth = mongoose.model(
  'Cloth',
  new Schema({
    name: { type: String, required: true },
    threads: [{ type: Schema.Types.ObjectId, ref: 'Thread' }],
    edge: { type: Schema.Types.ObjectId, ref: 'Thread' },
    knots: [{ at: { type: Number, required: true }, tight: Boolean }],
    size: { width: Number, height: Number },
  }),
);

const loom = express();

loom.get('/threads', async (request, response) => {
  const cloth = await Cloth.findOne({ name: 'sail' }).populate('threads');
  response.json(cloth.threads.map((thread) => ({ ...thread.toObject(), isNew: false })));
});
loom.get('/edge', async (request, response) => {
  const cloth = await Cloth.findOne({ name: 'sail' }).select('edge').populate({ path: 'edge', select: 'colour' });
  response.json(cloth.edge.toObject());
});
loom.get('/knots', async (request, response) => {
  const cloth = await Cloth.findOne({ name: 'sail' });
  response.json({ knots: cloth.knots.map((knot) => knot.toObject()), size: cloth.size.toObject() });
});

// What is there without asking is there as before, and no method of it is a member.
loom.get('/cloth', async (request, response) => {
  response.json(await Cloth.findOne({ name: 'sail' }).populate('threads'));
});
loom.get('/copy', async (request, response) => {
  const { knots, size } = await Cloth.findOne({ name: 'sail' });
  response.json({ knots: knots.map((knot) => ({ ...knot })), size: { ...size } });
});
// What a program takes out of one is not in its record.
loom.get('/size', async (request, response) => {
  const { size } = await Cloth.findOne({ name: 'sail' });
  delete size.height;
  response.json(size.toObject());
});
loom.get('/measures', async (request, response) => {
  const { size } = await Cloth.findOne({ name: 'sail' });
  const doubled = {};
  for (const name of Object.keys(size)) doubled[name] = 2 * size[name];
  response.json(doubled);
});
// Records that are no documents have no such method.
loom.get('/lean', async (request, response) => {
  const cloth = await Cloth.findOne({ name: 'sail' }).lean();
  response.json(cloth.knots);
});

loom.listen(3000);
