const express = require('express');
const mongoose = require('mongoose');
const counters = require('./models/counters');
const { Base } = require('./models/base');
const { lamps, keepers } = require('./models/lamps');

counters.open();
const tower = express();
tower.use(express.json());

class Logs extends Base {
  fields() {
    return { text: { type: String, required: true }, wind: Number };
  }
  name() {
    return 'Log';
  }
}

// Made for each request: without the counters every one of them would fail.
tower.get('/logs', async (req, res) => {
  const logs = new Logs();
  res.json(await logs.model.findOne({ wind: req.query.wind }).lean());
});

tower.get('/lamps', async (req, res) => {
  res.json(await lamps().find().lean());
});

tower.get('/keepers', async (req, res) => {
  res.json(await keepers().find().lean());
});

// Nobody catches it: the model is made by what runs before a request comes.
const Signal = mongoose.model('Signal');
tower.get('/signals', async (req, res) => {
  res.json(await Signal.find());
});

tower.listen(4300);
