const express = require('express');
const mongoose = require('mongoose');
const { Schema } = mongoose;

const chair = new Schema({ row: Number, holder: String });
const Section = mongoose.model(
  'Section',
  new Schema({
    name: String,
    leader: chair,
    hall: { city: String },
    chairs: { type: [chair] },
    pieces: [{ title: String, parts: [{ staff: String }] }],
    notes: [new Schema({ text: String }, { _id: false })],
  }),
);

const orchestra = express();
orchestra.use(express.json());

// Documents of a list are found by their ids, by hand and by the list itself.
orchestra.get('/chairs/:chair', async (request, response) => {
  const section = await Section.findById(request.query.section);
  const found = section.chairs.find((each) => each.id === request.params.chair);
  if (!found) return response.status(404).json({ missing: 'chair' });
  response.json(found);
});
orchestra.get('/pieces/:piece/parts/:part', async (request, response) => {
  const section = await Section.findOne({ name: request.query.name });
  const piece = section.pieces.id(request.params.piece);
  if (!piece) return response.status(404).json({ missing: 'piece' });
  const part = piece.parts.find(({ id }) => id === request.params.part);
  if (!part) return response.status(404).json({ missing: 'part' });
  response.json({ part: part.id, staff: part.staff, piece: piece.id });
});
orchestra.delete('/leader/:chair', async (request, response) => {
  const section = await Section.findById(request.query.section);
  if (section.leader.id !== request.params.chair) return response.status(409).json({ leader: section.leader.holder });
  section.leader = undefined;
  await section.save();
  response.sendStatus(204);
});

// Nobody who sends such documents sends that id, and what has no id of its own has none to be found by.
orchestra.get('/sections/:section', async (request, response) => {
  const section = await Section.findById(request.params.section);
  response.json({ chairs: section.chairs, spread: { ...section.leader }, hall: section.hall.id ?? 'none' });
});
orchestra.get('/notes/:note', async (request, response) => {
  const section = await Section.findById(request.query.section);
  const note = section.notes.find((each) => each.id === request.params.note);
  if (!note) return response.status(404).json({ missing: 'note' });
  response.json(note);
});
orchestra.get('/plain/:chair', async (request, response) => {
  const section = await Section.findById(request.query.section).lean();
  const found = section.chairs.find((each) => each.id === request.params.chair);
  if (!found) return response.status(404).json({ missing: 'chair' });
  response.json(found);
});

orchestra.listen(8080);
