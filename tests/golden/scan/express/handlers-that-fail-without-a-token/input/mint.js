// Handlers that verify a token themselves: who has none is served by none of them, whatever he is answered.
const express = require('express');
const jwt = require('jsonwebtoken');

const app = express();
app.use(express.json());

app.get('/told-500', (req, res) => {
  try {
    const token = req.headers.authorization.split(' ')[1];
    res.json({ minter: jwt.verify(token, 'gold').sub });
  } catch (error) {
    res.status(500).send(error.message);
  }
});
app.get('/left-to-express', (req, res) => {
  const token = req.headers.authorization.split(' ')[1];
  const { sub } = jwt.verify(token, 'gold');
  res.json({ minter: sub });
});
app.get('/told-400', (req, res) => {
  try {
    res.json({ minter: jwt.verify(req.headers['x-mint-pass'], 'gold').sub });
  } catch {
    res.status(400).json({ error: 'no pass' });
  }
});

// Who has none is a visitor, and is served.
app.get('/visitors', (req, res) => {
  let who = 'visitor';
  try {
    who = jwt.verify(req.headers.authorization.split(' ')[1], 'gold').sub;
  } catch {
    // He may look.
  }
  res.json({ who });
});
app.get('/visitors-asked', (req, res) => {
  const token = req.headers.authorization?.split(' ')[1];
  res.json({ who: token ? jwt.verify(token, 'gold').sub : 'visitor' });
});
// A header that has to be there, and is no credential.
app.get('/weights', (req, res) => {
  const unit = req.headers['x-unit'].toLowerCase();
  res.json({ unit });
});

app.listen(8080);
