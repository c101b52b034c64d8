const express = require('express');

const app = express();

// All others than the one that is asked for are the other one: that is what a request without any gets.
app.get('/books', (req, res) => {
  const { order } = req.query;
  const direction = order === 'desc' ? 'desc' : 'asc';
  const by = req.query.by !== 'year' ? 'title' : 'year';
  res.json({ direction, by });
});

// What is made of it is no value of it, and where something else is asked none stands in.
app.get('/shelves', (req, res) => {
  const most = req.query.size === 'big' ? 100 : 10;
  const word = req.query.long === 'yes' ? 'metres' : 'feet';
  const open = req.query.open ? 'open' : 'closed';
  res.json({ most, word, open });
});

app.listen(3000);
