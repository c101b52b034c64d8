// Who is let in without a credential under another configuration is nobody whom the default one knows.
const express = require('express');
const cookies = require('cookie-parser');
const { gardenerOf, rolesOf } = require('./books');

const app = express();
app.use(cookies());

// A gardener of the demonstration, where one is set.
async function greet(req, res, next) {
  if (req.cookies.plot_session) req.gardener = await gardenerOf(req.cookies.plot_session);
  else if (process.env.DEMO_GARDENER) req.gardener = { id: process.env.DEMO_GARDENER };
  next();
}
const gardener = (req, res, next) => {
  if (!req.gardener) return res.status(401).json({ error: 'gate closed' });
  next();
};

// The same in the function that looks it up, which gives one whatever it is given.
async function role(req, res, next) {
  req.user = await rolesOf(req.cookies.shed_session);
  next();
}

// Whoever calls is refused as the default configuration has it: that is no login.
async function visit(req, res, next) {
  if (req.cookies.visit_session) req.member = await gardenerOf(req.cookies.visit_session);
  next();
}

app.get('/beds', greet, gardener, (req, res) => res.json({ beds: 4 }));
app.get('/shed', role, (req, res) => {
  if (!req.user) return res.status(401).json({ error: 'locked' });
  res.json({ tools: 9 });
});
app.get('/harvest', visit, (req, res) => {
  if (process.env.HARVEST) return res.json({ kilos: req.member ? 12 : 0 });
  res.status(403).json({ error: 'not yet' });
});

app.listen(3000);
