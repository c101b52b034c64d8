import express from 'express';
import _ from 'lodash';
import { Gate, Reading } from './models.js';

const weir = express();
const without = (names) => (row) => _.omit(row, names);

weir.get('/gates', async (req, res) => {
  res.json(await Gate.query());
});
// Tables of later steps, and columns of later files.
weir.get('/readings', async (req, res) => {
  res.json(await Reading.query().where('is_deleted', 0));
});
// There may be none: what is left of nothing is an empty record.
weir.get('/readings/:id', (req, res, next) => {
  Reading.query()
    .findById(req.params.id)
    .then(without(['is_deleted']))
    .then((row) => {
      if (!row || !row.id) return res.status(404).json({ gone: true });
      res.json(row);
    })
    .catch(next);
});
weir.get('/readings/:id/level', async (req, res) => {
  const row = await Reading.query()
    .findById(req.params.id)
    .then((found) => _.pick(found, ['level', 'unit']));
  res.json({ reading: row });
});

weir.listen(3000);
