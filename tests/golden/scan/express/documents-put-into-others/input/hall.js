const express = require('express');
const mongoose = require('mongoose');

const Singer = mongoose.model('Singer', new mongoose.Schema({ name: String, voice: String, secret: String }));
const noteSchema = new mongoose.Schema({ text: String, about: { type: mongoose.Schema.Types.ObjectId, ref: 'Song' } });
const Note = mongoose.model('Note', noteSchema);

const songSchema = new mongoose.Schema(
  { title: String, lead: { type: mongoose.Schema.Types.ObjectId, ref: 'Singer' }, others: [{ type: mongoose.Schema.Types.ObjectId, ref: 'Singer' }] },
  { toJSON: { virtuals: true } },
);
// Documents of another model, once somebody asks for them.
songSchema.virtual('notes', { ref: 'Note', foreignField: 'about', localField: '_id' });
songSchema.virtual('first', { ref: 'Note', foreignField: 'about', localField: '_id', justOne: true });
// In front of every query that finds.
songSchema.pre(/^find/, function (next) { this.populate({ path: 'lead', select: 'name voice' }); next(); });
songSchema.pre(['findOne'], async function () { this.select('-__v'); });
const Song = mongoose.model('Song', songSchema);

const hall = express();
hall.use(express.json());
hall.get('/songs', async (req, res) => res.json(await Song.find()));
hall.get('/songs/:id', async (req, res) => {
  const song = await Song.findById(req.params.id).populate('notes').populate('first');
  res.json(song);
});
// Nobody asks for its notes, and creating runs no hook of queries.
hall.post('/songs', async (req, res) => res.status(201).json(await Song.create({ title: req.body.title, lead: req.body.lead })));
hall.post('/notes', async (req, res) => {
  let note = await Note.create({ text: req.body.text, about: req.body.about });
  note = await note.populate('about', 'title').execPopulate();
  note = await Singer.populate(note, { path: 'about.lead', select: 'name' });
  res.status(201).json(note);
});
hall.get('/notes', (req, res) => {
  Note.find().then(async (notes) => {
    notes = await Song.populate(notes, { path: 'about', select: 'title' });
    res.json(notes);
  });
});
// What was answered where nothing was found is no document.
hall.put('/notes/:id', (req, res) => {
  Note.findById(req.params.id)
    .then((note) => {
      if (!note) return res.status(404).json({ message: 'No such note' });
      note.text = req.body.text;
      return note.save();
    })
    .then((saved) => res.json({ id: saved._id, text: saved.text }))
    .catch((error) => res.status(500).json({ message: error.message }));
});
// A projection says what is put in, as a text or as an object.
const Poster = mongoose.model('Poster', new mongoose.Schema({ star: { type: mongoose.Schema.Types.ObjectId, ref: 'Singer' } }));
hall.get('/posters', async (req, res) => { res.json(await Poster.find().populate('star', { name: 1, _id: 0 }).lean()); });
hall.get('/posters/old', async (req, res) => { res.json(await Poster.find().populate({ path: 'star', select: { secret: 0 } }).lean()); });
// What is put in is selected as well, where others are named; without it, only those are.
const Bill = mongoose.model('Bill', new mongoose.Schema({ title: String, night: Date, star: { type: mongoose.Schema.Types.ObjectId, ref: 'Singer' } }));
hall.get('/bills', async (req, res) => { res.json(await Bill.find({}, { title: 1 }).populate('star', 'name').lean()); });
hall.get('/bills/:id', async (req, res) => {
  const bill = await Bill.findById(req.params.id, { title: 1 }).populate({ path: 'star', select: 'name' }).lean();
  if (!bill?.star) return res.status(400).json({ message: 'No star' });
  res.json({ title: bill.title, star: bill.star.name });
});
hall.get('/titles', async (req, res) => { res.json(await Bill.find({}, { title: 1 }).lean()); });
hall.listen(3000);
