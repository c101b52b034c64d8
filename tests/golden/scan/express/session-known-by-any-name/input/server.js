// Who has logged in is left under names of the program's own: copied, asked about, taken apart, put into an object, or made of what another one has left.
const express = require('express');
const session = require('express-session');
const app = express();
app.use(session({ secret: 'spade', name: 'plot.sid' }));

app.use((req, res, next) => {
  req.tenancy = req.session.memberId;
  req.hasPlot = !!req.session.memberId;
  req.season = req.session.season;
  res.locals.language = req.session.language || 'en';
  res.locals.gardener = { number: req.session.memberId, since: 1990 };
  next();
});
app.use((req, res, next) => {
  req.mayDig = req.tenancy > 0;
  next();
});

const refuse = (res, status) => res.status(status).json({ error: 'ask at the gate' });

app.get('/copied', (req, res, next) => (req.tenancy ? next() : refuse(res, 401)), (req, res) => res.json({ beds: 1 }));
app.get('/asked', (req, res, next) => (req.hasPlot ? next() : refuse(res, 403)), (req, res) => res.json({ beds: 2 }));
app.get('/made-of-it', (req, res, next) => (req.mayDig ? next() : refuse(res, 401)), (req, res) => res.json({ beds: 3 }));
app.get('/in-an-object', (req, res, next) => (res.locals.gardener.number ? next() : refuse(res, 401)), (req, res) => res.json({ beds: 4 }));
app.get('/whatever-status', (req, res, next) => (req.hasPlot ? next() : refuse(res, 400)), (req, res) => res.json({ beds: 5 }));

// The handler itself refuses.
app.get('/by-handler', (req, res) => (req.hasPlot ? res.json({ beds: 6 }) : refuse(res, 401)));

// These ask for no login: what else the session holds, who is sent away for being known, and who is told more.
app.get('/language', (req, res, next) => (res.locals.language ? next() : refuse(res, 400)), (req, res) => res.json({ beds: 7 }));
app.get('/season', (req, res, next) => (req.season ? next() : refuse(res, 400)), (req, res) => res.json({ beds: 8 }));
app.get('/gate', (req, res, next) => (req.hasPlot ? res.redirect('/copied') : next()), (req, res) => res.json({ gate: 'open' }));
app.get('/map', (req, res) => res.json(req.hasPlot ? { beds: 9, mine: true } : { beds: 9 }));
app.listen(3000);
