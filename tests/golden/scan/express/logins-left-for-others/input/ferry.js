const express = require('express');
const jwt = require('jsonwebtoken');

const ferry = express();
ferry.use(express.json());
const sail = (req, res) => res.json({ sailed: true });

// Whoever shows a ticket is known to those behind, and everybody passes.
const perhaps = (req, res, next) => {
  Object.assign(req, { voyage: {} });
  try {
    const ticket = req.headers.authorization;
    if (!ticket) return next();
    const passenger = jwt.verify(ticket.slice(7), 'anchor');
    Object.assign(req, { voyage: { passenger } });
    return next();
  } catch {
    return next();
  }
};
const aboard = ({ voyage: { passenger } }, res, next) => {
  if (passenger) return next();
  return res.status(401).json({ reason: 'ashore' });
};
const ashore = ({ voyage: { passenger } }, res, next) => {
  if (!passenger) return next();
  return res.status(403).json({ reason: 'aboard already' });
};
const welcome = (req, res, next) => {
  if (req.voyage.passenger && req.voyage.passenger.seasick) return res.status(403).json({ reason: 'stay ashore' });
  next();
};
const river = express.Router();
river.use(perhaps);
river.get('/deck', aboard, sail);
river.post('/tickets', ashore, sail);
river.get('/timetable', sail);
river.get('/gangway', welcome, sail);
ferry.use('/river', river);

// What the guard leaves has a name of its own; the next one asks a list for rights.
const crew = new Map();
const boarded = (req, res, next) => {
  const token = req.headers['x-access-token'];
  if (!token) return res.status(403).json({ reason: 'no ticket' });
  jwt.verify(token, 'anchor', (err, decoded) => {
    if (err) return res.status(401).json({ reason: 'forged' });
    req.sailor = decoded.id;
    next();
  });
};
const mate = (req, res, next) => {
  if (crew.get(req.sailor) === 'mate') return next();
  res.status(403).json({ reason: 'no mate' });
};
const sea = express.Router();
sea.get('/hold', boarded, sail);
sea.get('/bridge', boarded, mate, sail);
ferry.use('/sea', sea);

// Rights are words that the guard is made with.
const rank = (words) => async (req, res, next) => {
  const { rank: own } = req.claims;
  if (words.indexOf(own) === -1) return res.status(401).json({ reason: 'too low' });
  return next();
};
const signed = (req, res, next) => {
  const header = req.get('Authorization');
  if (!header) return res.status(400).json({ reason: 'no header' });
  try {
    req.claims = jwt.verify(header.split(' ')[1], 'anchor');
  } catch {
    return res.status(401).json({ reason: 'forged' });
  }
  return next();
};
ferry.get('/engine', [signed, rank(['ENGINEER', 'CAPTAIN'])], sail);

// It looks at what is asked, whatever it is called: those are no guards.
const checkRoles = (req, res, next) => {
  for (const role of req.body.roles ?? []) if (!['mate', 'cook'].includes(role)) return res.status(400).json({ reason: role });
  next();
};
ferry.post('/crew', checkRoles, sail);

// One takes the token, another one finds by it who that is, a third one refuses those who are nobody.
const takesStub = (req, res, next) => {
  if (req.cookies.stub) req.token = req.cookies.stub;
  next();
};
const finds = async (req, res, next) => {
  const found = req.token && (await (await fetch(`http://crew.test/${req.token}`)).json());
  if (found) req.user = found;
  next();
};
const isFound = (req, res, next) => (req.user ? next() : res.status(401).json({ reason: 'nobody' }));
ferry.get('/galley', takesStub, finds, isFound, sail);
ferry.get('/rail', takesStub, finds, sail);

ferry.listen(8110);
