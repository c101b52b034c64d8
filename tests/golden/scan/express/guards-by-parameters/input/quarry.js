// Guards that compare a parameter of the path: where the path has none of that name, they refuse nobody for it.
const express = require('express');
const quarry = express();
function ownSite(req, res, next) {
  if (!req.headers['x-worker']) return res.sendStatus(401);
  if (req.params.site && req.params.site !== req.headers['x-site']) return res.status(403).json({ error: 'other site' });
  next();
}
function strict(req, res, next) {
  if (req.params.owner !== req.headers['x-worker']) return res.status(403).json({ error: 'not yours' });
  next();
}
function only(name) {
  return (req, res, next) => {
    const { [name]: id } = req.params;
    if (id !== undefined && id !== req.headers['x-worker']) { res.status(403).end(); return; }
    next();
  };
}
quarry.get('/sites', ownSite, (req, res) => res.json([]));
quarry.get('/sites/:site', ownSite, (req, res) => res.json({}));
quarry.get('/owned', strict, (req, res) => res.json([]));
quarry.get('/owned/:owner', strict, (req, res) => res.json({}));
quarry.get('/tools', only('tool'), (req, res) => res.json([]));
quarry.get('/tools/:tool', only('tool'), (req, res) => res.json({}));

// A parameter of the path that a middleware is registered under is there whatever the route says.
quarry.use('/pits/:pit', (req, res, next) => (req.params.pit === 'closed' ? res.status(410).end() : next()));
quarry.get('/pits/deep', (req, res) => res.json({}));
quarry.use('/carts', (req, res, next) => (req.params.cart === 'broken' ? res.status(423).end() : next()));
quarry.get('/carts/:cart', (req, res) => res.json({}));
// One handler of several routes: without the parameter it is another answer.
function loads(req, res) {
  const { load } = req.params;
  if (!load) return res.json({ loads: [] });
  if (load.length < 3) return res.status(422).json({ error: 'too short' });
  return res.json({ load });
}
quarry.get('/loads', loads);
quarry.get('/loads/:load', loads);
quarry.get('/trucks/:load?', loads);
quarry.listen(1);
