const express = require('express');

const app = express();
app.use(express.json());

// No return: the second answer never arrives where the first one has gone.
app.post('/lamps', (req, res) => {
  if (!req.body) {
    res.status(400).send({ message: 'empty' });
  }
  res.send({ lit: true });
});

// The status of the second is set, and comes too late.
app.post('/oil', (req, res) => {
  if (!req.body.litres) res.status(422).json({ missing: 'litres' });
  res.status(201).json({ litres: 4 });
});

// The page is made first and sent with what was found.
app.get('/log', (req, res) => {
  res.render('log', (error, page) => {
    if (error) return res.status(500).json({ broken: true });
    res.send(page);
  });
});

// What is caught and what is called back does not stand behind an answer.
app.get('/signals', async (req, res) => {
  try { res.json({ flag: await require('nobodys-mast').flag() }); } catch (error) { res.status(503).json({ message: error.message }); }
});
app.get('/gulls', (req, res) => {
  require('nobodys-mast').gulls((count) => { res.json({ count }); });
  require('nobodys-mast').terns((terns) => { res.status(203).json({ terns }); });
});

app.listen(3000);
