const express = require('express');
const { Replies } = require('./replies');

const app = express();
app.use(express.json());

// An arrow that holds the answer of its own request.
app.use((req, res, next) => {
  res.hoist = (cargo, status = 200) => { res.status(status).json({ cargo }); };
  next();
});

// A function that takes the answer it is called on.
app.use((req, res, next) => {
  res.sink = function (reason) { return this.status(409).json({ reason, sunk: true }); };
  next();
});

// An object that keeps the answer and the way on.
app.use((req, res, next) => {
  res.replies = new Replies(res, next);
  next();
});

app.get('/barges', (req, res) => res.hoist([{ name: 'Tern', crew: 3 }]));
app.post('/barges', (req, res) => {
  const { name } = req.body;
  if (!name) return res.replies.refuse('name');
  res.hoist({ name, crew: 0 }, 201);
});
app.delete('/barges/:barge', (req, res) => res.sink(`barge ${req.params.barge}`));
app.get('/barges/:barge', (req, res) => {
  const found = [{ key: 'tern', crew: 3 }].find((barge) => barge.key === req.params.barge);
  if (!found) return res.replies.lost();
  return res.replies.data(found);
});
app.get('/plain', (req, res) => res.json({ still: 'here' }));

app.use((error, req, res, next) => { res.status(error.status || 500).json({ message: error.message }); });
app.listen(3000);
