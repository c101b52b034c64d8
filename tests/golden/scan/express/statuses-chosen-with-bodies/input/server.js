const express = require('express');

const app = express();
app.use(express.json());
const lamps = new Map();

// One condition says which status and which body.
app.get('/lamps/:id', (req, res) => {
  const lamp = lamps.get(req.params.id);
  res.status(lamp ? 200 : 404).json(lamp ? { id: req.params.id, lit: true } : { error: 'no lamp' });
});
app.delete('/lamps/:id', (req, res) => {
  const isGone = lamps.delete(req.params.id);
  res.status(isGone ? 200 : 410).send(isGone ? { gone: true } : { error: 'gone before' });
});

// Two conditions: either body goes out with either status.
app.put('/lamps/:id', (req, res) => {
  const lamp = lamps.get(req.params.id);
  res.status(lamp ? 200 : 201).json(req.body.wick ? { lit: true } : { reason: 'no wick' });
});

app.listen(3000);
