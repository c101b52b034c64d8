const express = require('express');
const mongoose = require('mongoose');

const Lamp = mongoose.model(
  'Lamp',
  new mongoose.Schema({ name: { type: String, required: true }, key: String, height: Number, lit: Date }, { versionKey: false }),
);
class Keeper {
  constructor(name) {
    this.name = name;
    this.pin = '1234';
    this.since = new Date();
  }
  toJSON() {
    return { name: this.name, since: this.since };
  }
}
const copy = (value) => JSON.parse(JSON.stringify(value));
const DEFAULTS = { colour: 'white', beam: { seconds: 10 } };

const app = express();
app.use(express.json());

// A document, without what nobody should see.
app.post('/lamps', (req, res) => {
  const lamp = new Lamp({ name: req.body.name, height: req.body.height });
  lamp.save((err, saved) => {
    if (err) return res.status(500).json({ error: 'not saved' });
    const shown = copy(saved);
    delete shown.key;
    res.status(201).json(shown);
  });
});

// Each of a list, with more.
app.get('/lamps', async (req, res) => {
  const lamps = copy(await Lamp.find());
  for (const lamp of lamps) lamp.nightly = true;
  res.json(lamps);
});

// What the class says of itself; a date is a text then.
app.get('/keepers', (req, res) => {
  const keeper = copy(new Keeper('Ida'));
  res.json({ keeper, year: keeper.since.slice(0, 4) });
});

// What the request says stays what the request says.
app.put('/beam', (req, res) => {
  const wanted = copy(req.body);
  if (typeof wanted.seconds !== 'number') return res.status(400).json({ error: 'seconds' });
  res.json({ seconds: wanted.seconds });
});

// A copy is changed, not what it was made of.
app.get('/beam/red', (req, res) => {
  const red = structuredClone(DEFAULTS);
  red.colour = 'red';
  red.beam.blinks = true;
  res.json(red);
});
app.get('/beam', (req, res) => res.json(DEFAULTS));

app.listen(3000);
