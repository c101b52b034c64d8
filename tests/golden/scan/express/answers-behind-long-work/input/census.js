const express = require('express');
const mongoose = require('mongoose');

const Hamlet = mongoose.model('Hamlet', new mongoose.Schema({ name: String, souls: Number, parent: { type: mongoose.Schema.Types.ObjectId, ref: 'Hamlet' }, walls: [{ height: Number, gates: [{ name: String, open: Boolean }] }] }));
const census = express();
census.use(express.json());

const masked = (data) => {
  if (!data) return data;
  if (Array.isArray(data)) return data.map((each) => masked(each));
  if (typeof data !== 'object') return data;
  const made = {};
  for (const key of Object.keys(data)) made[key] = /secret|key/i.test(key) ? '***' : masked(data[key]);
  return made;
};
async function below(id, depth = 0) {
  const found = await Hamlet.find({ parent: id });
  const all = [];
  for (const each of found) { all.push(each); if (depth < 8) all.push(...await below(each._id, depth + 1)); }
  return all;
}

// What is done before has nothing to do with what is answered.
census.post('/hamlets/:id/copies', async (request, response, next) => {
  try {
    console.log(JSON.stringify(masked(request.body)), JSON.stringify(masked(request.query)), JSON.stringify(masked(request.headers)));
    const source = await Hamlet.findById(request.params.id);
    if (!source) throw Object.assign(new Error('no such hamlet'), { status: 404 });
    const children = await below(request.params.id);
    const copies = {};
    for (const child of children) { const copy = await Hamlet.create({ name: child.name, souls: child.souls, parent: copies[String(child.parent)] }); copies[String(child._id)] = copy._id; console.log(JSON.stringify(masked(copy.toObject()))); }
    console.log(JSON.stringify(masked(source.toObject())), JSON.stringify(masked(children)));
    response.status(201).json({ copied: children.length, name: source.name });
  } catch (error) { next(error); }
});

// Of an error that nobody knows only what is answered to everything else is certain.
census.use((error, request, response, next) => {
  switch (error.name) {
    case 'BadGatewayError': return response.status(502).json({ gate: true });
    case 'UnavailableError': return response.status(503).json({ later: true });
    case 'NotImplementedError': return response.status(501).json({ never: true });
    default: return response.status(error.status || 500).json({ message: error.message });
  }
});
census.listen(8080);
