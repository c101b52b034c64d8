const express = require('express');

const app = express();
app.use(express.json());

const filled = (text) => (text === undefined || text === '') && 'is empty';
const atMost = (count) => (text) => !!text && text.length > count && 'is too long';

/** Several rules may set the same member; none of them may. */
function complaints(cargo, rules) {
  const found = {};
  Object.entries(rules).forEach(([field, tests]) => {
    tests.forEach((test) => {
      const complaint = test(cargo[field]);
      if (complaint !== false && !found[field]) found[field] = complaint;
    });
  });
  return found;
}

app.post('/lorries', (req, res) => {
  const found = complaints(req.body, { plate: [filled, atMost(9)] });
  if (Object.keys(found).length > 0) return res.status(422).json(found);
  res.status(201).json({ admitted: true });
});

// Two arms in a row instead of a loop.
app.post('/vans', (req, res) => {
  const found = {};
  if (!req.body.plate) found.plate = 'is empty';
  if (req.body.tonnes > 3) found.plate = 'is too heavy';
  if (Object.keys(found).length > 0) return res.status(422).json(found);
  res.status(201).json({ admitted: true });
});

// Here the member is surely there before an arm sets it again: the end is never reached.
app.post('/trams', (req, res) => {
  const found = { plate: 'no trams' };
  if (req.body.tonnes > 3) found.plate = 'far too heavy';
  if (Object.keys(found).length > 0) return res.status(422).json(found);
  res.status(201).json({ admitted: true });
});

app.listen(3000);
