const express = require('express');
const jwt = require('jsonwebtoken');
const app = express();
const known = (req, res, next) => {
  const [, token] = (req.headers.authorization || '').split(' ');
  if (!token) return res.status(401).json({ reason: 'who are you?' });
  req.sailor = jwt.verify(token, process.env.KEY);
  next();
};
// A call that gives several functions is given the roles for the one that looks at them.
function only(...ranks) {
  return [
    known,
    (req, res, next) => {
      if (!ranks.includes(req.sailor.rank)) return res.status(403).json({ reason: 'not your rank' });
      next();
    },
  ];
}
const may = (right = []) => {
  const rights = [].concat(right);
  const check = async (req, res, next) => (rights.every((each) => req.sailor.rights.includes(each)) && right.length ? next() : res.sendStatus(403));
  return [known, check];
};
// The log that it fills beside it is no guard, and neither of its functions asks for what it is given.
const logged = (where) => {
  console.log(`logs ${where}`);
  return [known, (req, res, next) => { req.seen = Date.now(); next(); }];
};
class Watch {
  // Who is asked for a rank only where there is one.
  keep(rank) {
    const guards = [known];
    if (rank) guards.push((req, res, next) => (req.sailor.rank === rank ? next() : res.sendStatus(403)));
    return guards;
  }
}
const watch = new Watch();
app.get('/watch', watch.keep('mate'), (req, res) => res.json({ awake: true }));
app.get('/bells', watch.keep(), (req, res) => res.json({ bells: 8 }));
app.get('/berths', only('captain', 'mate'), (req, res) => res.json({ free: 3 }));
app.post('/berths', only('captain'), may(['moor']), (req, res) => res.status(201).json({ moored: true }));
app.delete('/berths/:id', ...may('leave'), (req, res) => res.sendStatus(204));
app.get('/log', logged('harbour'), (req, res) => res.json({ at: req.seen }));
app.listen(3000);
