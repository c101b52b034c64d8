const express = require('express');
const mongoose = require('mongoose');
const Parcel = require('./parcel');

const app = express();
app.use(express.json());

// A document has its id, though the schema asks for none.
app.get('/parcels', async (req, res) => res.json(await Parcel.find()));

// Records and lists that the program puts together.
app.post('/parcels', async (req, res) => {
  const { street, floor, sku, pieces, label } = req.body;
  const parcel = new Parcel({
    _id: new mongoose.Types.ObjectId(),
    address: { street, floor },
    items: [{ sku, pieces }],
    labels: [label],
  });
  res.status(201).json(await parcel.save());
});
app.post('/parcels/many', async (req, res) => {
  const parcel = await Parcel.create({
    _id: new mongoose.Types.ObjectId(),
    address: { street: req.body.street, ...req.body.more },
    items: req.body.lines.map((line) => ({ sku: line.article, pieces: line.many })),
  });
  res.status(201).json({ id: parcel._id });
});

// What is added to lists, taken out of them, and counted up.
app.post('/parcels/:id/items', async (req, res) => {
  const { sku, pieces, label, weight } = req.body;
  await Parcel.updateOne({ _id: req.params.id }, { $push: { items: { sku, pieces }, labels: label }, $inc: { weight } });
  res.sendStatus(204);
});
app.put('/parcels/:id/labels', async (req, res) => {
  const { labels, old } = req.body;
  await Parcel.findByIdAndUpdate(req.params.id, { $addToSet: { labels: { $each: labels } }, $pull: { items: { sku: old } } });
  res.sendStatus(204);
});

// Paths with points, in conditions and in changes.
app.patch('/parcels/items', async (req, res) => {
  const { sku, pieces, street, floor } = req.body;
  await Parcel.updateMany(
    { $or: [{ 'items.sku': sku }, { 'address.street': street }] },
    { $set: { 'items.$.pieces': pieces, 'address.floor': floor } },
  );
  res.sendStatus(204);
});

// Records that are set in a document.
app.put('/parcels/:id/address', async (req, res) => {
  const { street, floor, sku } = req.body;
  const parcel = await Parcel.findById(req.params.id);
  parcel.address = { street, floor };
  parcel.items = [...parcel.items, { sku, pieces: 1 }];
  await parcel.save();
  res.sendStatus(204);
});

// Members of such records, by themselves and of what is found in lists.
app.patch('/parcels/:id/address', async (req, res) => {
  const parcel = await Parcel.findById(req.params.id);
  parcel.address.street = req.body.street;
  parcel.set('address.floor', req.body.floor);
  Object.assign(parcel.address, req.body.changes);
  await parcel.save();
  res.json(parcel.address.toObject());
});
app.patch('/parcels/:id/items/:item', async (req, res) => {
  const { sku, pieces } = req.body;
  const parcel = await Parcel.findById(req.params.id);
  const item = parcel.items.id(req.params.item);
  if (!item) return res.sendStatus(404);
  item.sku = sku;
  for (const each of parcel.items.filter(({ pieces: many }) => many > 9)) each.pieces = pieces;
  await parcel.save();
  res.json({ item, skus: parcel.items.map((each) => each.sku), ...parcel.address });
});

// What the schema does not have says nothing.
app.post('/parcels/search', async (req, res) => {
  const { sender, text } = req.body;
  res.json(await Parcel.find({ 'sender.name': sender, 'address.note': { $regex: text } }).select('weight'));
});

app.listen(3000);
