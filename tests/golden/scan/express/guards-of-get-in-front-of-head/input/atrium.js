// A request of HEAD comes to the routes of GET as well, unless both are of one route. A parser may be the last function of a route, and hands on.
const express = require('express');
const atrium = express();
const look = (req, res) => res.json({ open: true });
const named = (name) => ({ [name]: (req, res, next) => (req.get('x-atrium-key') ? next() : res.sendStatus(401)) })[name];

// In front, separately: it runs. Behind, it does not.
atrium.get('/hall', named('ofHall'));
atrium.head('/hall', look);
atrium.head('/stairs', look);
atrium.get('/stairs', named('ofStairs'), look);
// Both of one route, in one expression and in several, in whichever order.
atrium.route('/door').get(named('ofDoor')).head(look);
const gate = atrium.route('/gate');
gate.head(look);
gate.get(named('ofGate'));
// What is for all methods runs for both; what is between them, too.
const court = express.Router();
court.get('/:corner', named('ofCorner'));
court.use(named('between'));
court.all('/:corner', named('ofAll'));
court.head('/:corner', look);
court.get('/:corner', look);
atrium.use('/court', court);

atrium.post('/letters', express.json());
atrium.post('/letters', look);
atrium.post('/bills', named('ofBills'), express.urlencoded({ extended: true }));
atrium.listen(3000);
