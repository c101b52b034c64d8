const express = require('express');
const jwt = require('jsonwebtoken');
const harbour = require('some-harbour');

const app = express();
app.use(express.json());

// Set where all went well: an error leaves it as it was.
app.post('/tickets', (req, res) => {
  let valid = false;
  try {
    jwt.verify(req.body.ticket, process.env.SECRET);
    valid = true;
  } catch (error) {
    console.warn(error);
  }
  if (!valid) return res.status(401).end();
  res.status(201).json({ valid });
});

// Told apart by how far it has come.
app.post('/letters', async (req, res) => {
  let phase = 'begun';
  try {
    phase = 'weighing';
    await harbour.weigh(req.body.letter);
    phase = 'sending';
    await harbour.send(req.body.letter);
    phase = 'sent';
  } catch (error) {
    if (phase === 'weighing') return res.status(400).json({ phase });
    if (phase === 'sending') return res.status(502).json({ phase });
    return res.status(500).end();
  }
  res.json({ phase });
});

// A variable of the block itself is another one.
app.get('/piers', async (req, res) => {
  const full = false;
  try {
    let full = await harbour.isFull();
    if (full) full = true;
  } catch (error) {
    console.warn(error);
  }
  if (full) return res.status(409).end();
  res.json({ full });
});

// What calls give is not set to a constant: where nothing came of them, the error has its own answer.
app.get('/boats/:id', async (req, res) => {
  let boat;
  try {
    boat = await harbour.find(req.params.id);
  } catch (error) {
    return res.status(503).end();
  }
  if (!boat) return res.status(404).end();
  res.json({ name: boat.name });
});

app.listen(3000);
