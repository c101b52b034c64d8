// Express 4 looks for it in the path, then in the body, then in the query.
const express = require('express');

const tollgate = express();
tollgate.use(express.json());

tollgate.put('/carts', (req, res) => {
  const load = req.param('load');
  if (!load) return res.status(400).send('a load is required');
  res.status(201).json({ load });
});
// The path has it: nothing else is asked for it.
tollgate.get('/carts/:id', (req, res) => res.json({ id: req.param('id'), pence: req.param('pence', 5) }));
tollgate.delete('/carts/:id', (req, res) => {
  if (req.param('force') === 'true') return res.status(202).end();
  res.status(204).end();
});

tollgate.listen(3000);
