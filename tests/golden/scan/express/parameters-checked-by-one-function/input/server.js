const express = require('express');
const createError = require('http-errors');

const app = express();
const isSlug = (text) => /^[a-z0-9-]+$/.test(text);

// One check for several parameters: what it asks of one says nothing of the others.
function slug(req, res, next, value, name) {
  if (isSlug(value)) next();
  else next(createError(422, `${name} is no slug`));
}
app.param('team', slug);
app.param('board', slug);
app.param(['card'], slug);

app.get('/teams/:team', (req, res) => res.json({ team: req.params.team }));
app.get('/boards/:board', (req, res) => res.json({ board: req.params.board }));
app.get('/teams/:team/boards/:board', (req, res) => res.json({ board: req.params.board }));
app.delete('/cards/:card', (req, res) => res.status(204).end());
app.get('/free/:text', (req, res) => res.json({ text: req.params.text }));

// The same function on another router, for a parameter that the first one has as well.
const admin = express.Router();
admin.param('team', slug);
admin.put('/:team', (req, res) => res.json({ renamed: true }));
app.use('/admin', admin);

app.listen(3000);
