const { Router } = require('express');
const session = require('express-session');

const pages = new Router();
pages.use(session({ secret: 'foghorn', name: 'keeper.sid' }));
pages.use((req, res, next) => {
  const { path, session: { user } } = req;
  if (path.startsWith('/office') && !user) return res.redirect('/pages/sign-in');
  next();
});
pages.get('/office/rota', (req, res) => res.send('rota'));
pages.get('/sign-in', (req, res) => res.send('form'));
module.exports = pages;
