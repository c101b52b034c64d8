const express = require('express');
const { Box, Label, Stamp, Parcel, partsOf } = require('./tables');

const app = express();

app.get('/shelves/:shelf', async (req, res) => {
  const boxes = await Box.allOn(req.params.shelf);
  res.json({ boxes: boxes.map((box) => box.asCard()) });
});
app.get('/labels/:id', async (req, res) => {
  const label = await Label.findByPk(req.params.id);
  if (!label?.read) return res.status(404).json({ error: 'no label' });
  res.json({ text: label.text, read: label.read });
});
app.get('/stamps/:id', async (req, res) => {
  const stamp = await Stamp.findOne({ where: { id: req.params.id } });
  if (!stamp) return res.sendStatus(404);
  res.json({ ink: stamp.ink, dry: stamp.dry });
});
app.get('/parcels/:id', async (req, res) => {
  const parcel = await Parcel.findByPk(req.params.id, { include: [{ model: partsOf('string') }] });
  if (!parcel) return res.sendStatus(404);
  if (!parcel.strings) return res.sendStatus(410);
  res.json({ weight: parcel.weight, strings: parcel.strings.length });
});
app.listen(3000);
