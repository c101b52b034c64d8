const express = require('express');
const session = require('express-session');

const shop = express();
shop.use(express.json());

// In front of the session nobody is known: what it is asked by is not, either.
shop.get('/early', (req, res) => {
  if (!req.session?.customerId) return res.status(401).json({ error: 'too early' });
  res.json({ early: true });
});

shop.use(session({ secret: 'shelf', name: 'shop.sid' }));

shop.post('/login', async (req, res) => {
  const customer = await lookUp(req.body.mail);
  if (!customer) return res.status(401).json({ error: 'who is that?' });
  req.session.customerId = customer.id;
  res.json({ welcome: true });
});
shop.get('/login', (req, res) => {
  if (req.session.customerId) return res.redirect('/account');
  res.send('<form></form>');
});

// They ask for themselves, each in its own way.
shop.get('/account', (req, res) => {
  if (!req.session.customerId) {
    res.redirect('/login');
    return;
  }
  res.json({ id: req.session.customerId });
});
shop.get('/orders', (req, res) => {
  if (req.session.customerId) res.json({ orders: [] });
  else res.status(401).json({ error: 'log in first' });
});
const mustBeKnown = (req) => {
  const { customerId } = req.session;
  if (!customerId) throw Object.assign(new Error('log in first'), { status: 403 });
  return customerId;
};
shop.delete('/orders/:id', (req, res) => res.json({ deleted: req.params.id, by: mustBeKnown(req) }));

// These do not ask who somebody is: a cart, a language, a state that comes back.
shop.get('/checkout', (req, res) => {
  if (!req.session.cart) return res.redirect('/shelf');
  res.json({ cart: req.session.cart });
});
shop.get('/shelf', (req, res) => res.json({ language: req.session.language ?? 'en' }));
shop.get('/callback', (req, res) => {
  if (req.query.state !== req.session.state) return res.status(403).json({ error: 'another state' });
  res.json({ done: true });
});
shop.get('/greeting', (req, res) => res.json({ greets: req.session.customerId ? 'you' : 'anybody' }));

// A login: whoever is served is sent on to where he came from.
shop.post('/door', async (req, res) => {
  const customer = await lookUp(req.body.mail);
  if (!customer) return res.status(401).json({ error: 'who is that?' });
  req.session.customerId = customer.id;
  res.redirect(req.session.cameFrom || '/shelf');
});

shop.listen(3000);
