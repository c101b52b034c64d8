const express = require('express');
const jwt = require('jsonwebtoken');
const fs = require('fs');

// The credential is the token at the top; the one that the keeper has for another system may be missing.
const harbour = express();
harbour.use(express.json());
const keepers = JSON.parse(fs.readFileSync('keepers.json', 'utf8'));

function guard(req, res, next) {
  const header = req.headers.authorization;
  if (!header || !header.startsWith('Bearer ')) return res.status(401).json({ error: 'who' });
  req.keeper = jwt.verify(header.slice(7), 'salt');
  next();
}

harbour.post('/login', (req, res) => {
  const { name, password } = req.body;
  if (!name || !password) return res.status(400).json({ error: 'name' });
  const keeper = keepers.find((each) => each.name === name);
  const token = jwt.sign({ id: keeper.id }, 'salt');
  res.json({ keeper: { id: keeper.id, photo_access_token: keeper.photo_access_token, access_token: keeper.other }, token });
});
harbour.get('/berths', guard, (req, res) => res.json([]));

harbour.listen(3000);
