const express = require('express');
const { lookUp } = require('members');

const app = express();

// What each door of the museum asks is known where it is registered: where both comparisons fail, nobody is asked.
const door = (kind) => async (req, res, next) => {
  let member = req.member || null;
  if (!member && (kind === 'archive' || kind === 'vault')) {
    member = await lookUp(req.headers.authorization);
    if (!member) return res.status(401).json({ error: 'who are you?' });
  }
  next();
};

const desk = ({ strict, paid }) => (req, res) => {
  const ticket = req.query.ticket || null;
  if (!ticket && (strict || paid)) return res.status(402).json({ error: 'no ticket' });
  res.json({ welcome: true });
};

app.get('/hall', door('hall'), (req, res) => res.json({ rooms: 3 }));
app.get('/vault', door('vault'), (req, res) => res.json({ rooms: 1 }));
app.get('/free', desk({ strict: false, paid: false }));
app.get('/paid', desk({ strict: false, paid: true }));

app.listen(3000);
