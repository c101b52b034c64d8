const express = require('express');

const harbour = express();
harbour.use(express.json());
const refuse = (res) => res.status(400).json({ error: 'incomplete' });

// Whether members are there is asked together with something else.
harbour.put('/berths/:berth', (req, res) => {
  if (!req.body || !req.body.hasOwnProperty('free')) {
    refuse(res);
    return;
  }
  res.json({ free: req.body.free });
});
harbour.post('/boats', (req, res) => {
  if (!req.body || !('name' in req.body) || !Object.hasOwn(req.body, 'draught') || !req.body.owner) return refuse(res);
  res.status(201).json({ name: req.body.name, draught: req.body.draught, owner: req.body.owner });
});
harbour.post('/tides', ({ body }, res) => {
  if (body && Object.prototype.hasOwnProperty.call(body, 'high') && 'low' in body) return res.status(201).json({ high: body.high, low: body.low });
  refuse(res);
});
harbour.post('/winds', (req, res) => {
  const { force } = req.body ?? {};
  if (!req.body || !(force !== undefined) || !(req.body.from != null)) return refuse(res);
  res.status(201).json({ force, from: req.body.from });
});
harbour.get('/charts', (req, res) => {
  if (!req.query.area || !req.query.hasOwnProperty('scale')) return refuse(res);
  res.json({ area: req.query.area, scale: req.query.scale });
});

// One of the two is enough, or none is needed.
harbour.put('/buoys/:buoy', (req, res) => {
  if (!req.body.hasOwnProperty('light') && !req.body.hasOwnProperty('bell')) return refuse(res);
  res.json({ light: req.body.light, bell: req.body.bell });
});
harbour.patch('/buoys/:buoy', (req, res) => {
  const changes = {};
  if (req.body && req.body.hasOwnProperty('light')) changes.light = req.body.light;
  if ('bell' in req.body && req.body.bell > 2) changes.bell = req.body.bell;
  res.json(changes);
});
// What is refused is that it is there.
harbour.post('/ropes', (req, res) => {
  if (!req.body || req.body.hasOwnProperty('id')) return refuse(res);
  res.status(201).json({ length: req.body.length });
});

harbour.listen(7612);
