const express = require('express');

class Refusal {
  constructor(code, message) {
    this.code = code;
    this.message = message;
  }
}

const app = express();
// The status is set here, and what is sent with it by whoever handles errors.
const aboard = (req, res, next) => {
  if (req.headers.authorization) return next();
  res.status(401);
  next(new Refusal(7, 'no ticket'));
};

app.get('/api/crossings', aboard, (req, res) => res.json([{ from: 'Kiel', to: 'Oslo' }]));
app.get('/api/crossings/:id/decks', aboard, (req, res) => res.json({ decks: 4 }));
// Not below the handler's path, although it is called alike.
app.get('/public/api/map', (req, res, next) => next(new Refusal(9, 'no map')));
app.get('/harbours/:harbour/piers', (req, res, next) => next(new Refusal(10, 'no piers')));
app.get('/harbours/:harbour', (req, res, next) => next(new Refusal(11, 'no harbour')));

app.use('/api/*', (error, req, res, next) => {
  if (error instanceof Refusal) return res.json({ refused: error });
  next(error);
});
app.use('/harbours/:harbour/piers', (error, req, res, next) => res.status(404).json({ piers: null }));
app.use((error, req, res, next) => {
  res.status(500).json({ sunk: true });
});
app.listen(3000);
