const express = require('express');
const app = express();
app.use(express.json());
const refuse = (res) => res.status(400).json({ reason: 'how much?' });

// What has to lie beyond a number is a number, although the bound itself is none.
app.post('/coins', (req, res) => {
  const { weight, worth } = req.body;
  if (!weight || weight <= 0 || weight >= 40) return refuse(res);
  if (!(worth > 0)) return refuse(res);
  res.status(201).json({ weight });
});
app.get('/coins', (req, res) => {
  const lightest = Number(req.query.lightest);
  if (!(lightest > 0 && lightest < 40)) return refuse(res);
  res.json({ lightest });
});
// Who comes with none is refused by none of these.
app.patch('/coins', (req, res) => {
  if (req.body.worth <= 0) return refuse(res);
  res.json({ changed: true });
});
// What is cut to a bound may be beyond it, and what a word comes behind is no number.
app.put('/coins', (req, res) => {
  const worth = req.body.worth > 100 ? 100 : req.body.worth;
  if (req.body.name <= 'b') return refuse(res);
  res.json({ worth });
});
app.listen(3000);
