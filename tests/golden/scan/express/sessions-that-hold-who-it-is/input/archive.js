const express = require('express');
const session = require('cookie-session');

class Refusal {
  constructor(code, message) {
    this.code = code;
    this.message = message;
  }
}

const app = express();
app.use(session({ name: 'archive', keys: ['ink'] }));
app.use(express.json());

const shared = async (req) => {
  if (!req.query.link) return null;
  const found = await fetch('https://links.test/' + req.query.link);
  const link = await found.json();
  return link.until < Date.now() ? null : { name: 'guest' };
};

// Whatever it is called: who has it passes, and who has nothing is answered 401. A link does as well.
async function reader(req, res, next) {
  if (typeof req.session.context !== 'undefined') {
    if (req.session.rememberMe) req.session.until = Date.now() + 1000;
    return next();
  }
  let found;
  try {
    found = await shared(req);
  } catch (error) {}
  if (!found) {
    res.status(401);
    return next(new Refusal(3, 'who are you?'));
  }
  req.session.context = found;
  next();
}
// By what it lists.
const keeper = (req, res, next) => {
  if (!req.session.rights?.includes('keep')) return res.status(401).json({ error: 'keepers only' });
  next();
};
// No logins: what is compared with the body, what sends some away, and a cart that may be empty.
const matching = (req, res, next) => {
  if (req.session.riddle !== req.body.riddle) return res.status(401).json({ error: 'try again' });
  next();
};
const calm = (req, res, next) => {
  if (req.session.noise) return res.status(401).json({ error: 'be quiet' });
  next();
};
const withShelf = (req, res, next) => {
  if (!req.session.shelf) return res.status(400).json({ error: 'choose a shelf' });
  next();
};

app.get('/scrolls', reader, (req, res) => res.json([]));
app.delete('/scrolls/:id', keeper, (req, res) => res.status(204).end());
app.post('/riddles', matching, (req, res) => res.json({ solved: true }));
app.get('/hall', calm, (req, res) => res.json({ seats: 4 }));
app.get('/shelf', withShelf, (req, res) => res.json({ shelf: req.session.shelf }));
app.use((error, req, res, next) => res.json({ code: error.code, message: error.message }));
app.listen(3000);
