const express = require('express');
const _ = require('lodash');
const isEmpty = require('lodash/isEmpty');

const app = express();
app.use(express.json());

app.post('/looms', (req, res) => {
  const { name, warp, threads, wool, patterns } = req.body;
  if (_.isEmpty(name) || _.isNil(warp)) return res.status(400).json({ error: 'name and warp' });
  if (!_.isInteger(threads)) return res.status(422).json({ error: 'threads' });
  if (wool && !_.isString(wool)) return res.status(422).json({ error: 'wool' });
  if (!_.isArray(patterns)) return res.status(422).json({ error: 'patterns' });
  res.status(201).json({ name, warp, threads, wool });
});
app.get('/looms', (req, res) => {
  if (isEmpty(req.query.kind)) return res.status(400).json({ error: 'kind' });
  const width = _.isNil(req.query.width) ? 80 : Number(req.query.width);
  res.json([{ kind: req.query.kind, width }]);
});
app.patch('/looms/:id', (req, res) => {
  if (!_.isPlainObject(req.body.frame)) return res.status(400).json({ error: 'frame' });
  res.json({ wide: _.isNumber(req.body.width) });
});

app.listen(3000);
