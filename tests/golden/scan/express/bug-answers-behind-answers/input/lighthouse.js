// Nothing below the first answer of a route arrives: the model says that it does.
const express = require('express');

const app = express();

// Both arms answer, then something that never arrives.
app.get('/fog', (req, res) => {
  if (req.query.thick) res.json({ horn: true });
  else res.sendStatus(204);
  res.status(500).json({ never: 'seen' });
});

app.get('/wreck', (req, res) => {
  res.status(202).json({ seen: true });
  throw new Error('too late');
});
app.use((error, req, res, next) => { res.status(500).json({ message: error.message, stack: error.stack }); });

app.listen(3000);
