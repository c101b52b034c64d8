const express = require('express');
const { authenticated, isLoggedIn } = require('./visitors');

const museum = express();
museum.use(require('cookie-parser')());

// Whoever is logged in is sent elsewhere: nobody needs the cookie for these pages.
const entrance = express.Router();
entrance.use(async (request, response, next) => {
  if (await authenticated(request)) return response.redirect('/halls');
  next();
});
entrance.get('/', (request, response) => response.send('who are you?'));
entrance.post('/', (request, response) => response.cookie('visitor', '1').redirect('/halls'));
museum.use('/entrance', entrance);
museum.get(
  '/join',
  (request, response, next) => {
    const known = isLoggedIn(request);
    if (!known) next();
    else response.redirect('/halls');
  },
  (request, response) => response.send('join'),
);

// The other way round it is a guard, whether it sends to the entrance or refuses.
museum.get(
  '/halls',
  async (request, response, next) => {
    if (!(await authenticated(request))) return response.redirect('/entrance');
    next();
  },
  (request, response) => response.send('halls'),
);
museum.get(
  '/vault',
  (request, response, next) => {
    if (isLoggedIn(request)) return next();
    response.status(401).send('no visitor');
  },
  (request, response) => response.send('vault'),
);
// The same asked of passport, whatever the refusal is.
const strangers = {
  asked: (request, response, next) => {
    const known = request.isAuthenticated();
    if (!known) return next();
    else response.status(401).json({ message: 'you are in already' });
  },
  shown: (request, response, next) => {
    if (request.isAuthenticated()) return response.status(403).json({ message: 'you are in already' });
    next();
  },
  sent: (request, response, next) => (request.isAuthenticated() ? response.redirect('/halls') : next()),
};
museum.use(require('express-session')({ secret: process.env.SECRET, resave: false, saveUninitialized: false }));
museum.use(require('passport').session());
museum.post('/tickets', strangers.asked, (request, response) => response.json({ ticket: 1 }));
museum.post('/guides', strangers.shown, (request, response) => response.json({ guide: 1 }));
museum.get('/desk', strangers.sent, (request, response) => response.send('desk'));
museum.get(
  '/cellar',
  (request, response, next) => {
    if (request.isAuthenticated()) return next();
    response.status(401).json({ message: 'who are you?' });
  },
  (request, response) => response.json({ cellar: true }),
);
museum.listen(3000);
