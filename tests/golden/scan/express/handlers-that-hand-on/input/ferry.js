// A handler that hands a request on leaves it to what stands behind: the catch-all answers, or its error does.
const express = require('express');

const crossings = new Map();
const quay = express();

const dusk = express.Router();
dusk.get('/boats/:boat', (req, res, next) => {
  if (!crossings.has(req.params.boat)) return next('route');
  res.json({ afloat: true });
});
// Is registered below another path, and under a condition.
dusk.use('/nets', (req, res) => res.status(410).json({ gone: true }));
if (process.env.STORM) dusk.use((req, res) => res.status(503).json({ storm: true }));
quay.use('/dusk', dusk);

quay.get('/tides/:port', (req, res, next) => {
  if (!crossings.has(req.params.port)) return next();
  res.json({ height: 2 });
});
// Has answered when it hands on.
quay.get('/bells', (req, res, next) => {
  res.json({ rung: true });
  next();
});
// Answered by a page behind it, and by nothing behind the page.
quay.get('/maps/latest', (req, res, next) => {
  if (req.query.all) return next();
  res.json({ map: 'm' });
});
quay.get('/maps/*', (req, res) => res.status(300).json({ maps: ['m'] }));
// Of another method.
quay.post('*', (req, res) => res.status(409).json({ moored: true }));
quay.get('/never', (req, res) => res.json({ alone: true }));

// A function in front of the handler leaves the route, so that the second one has some requests; `next()` there goes to the handler.
const skipper = (req, res, next) => next(crossings.has(req.params.boat) ? undefined : 'route');
quay.put('/berths/:boat', skipper, (req, res) => res.json({ moved: true }));
quay.put('/berths/:boat', (req, res) => res.status(201).json({ berth: 1 })); //~ core/route-in-front
quay.put('/buoys/:boat', (req, res, next) => next(), (req, res) => res.json({ lit: true }));
quay.put('/buoys/:boat', (req, res) => res.status(201).json({ buoy: 1 })); //~ core/duplicate-route
// Without a second one it is answered behind all of them.
quay.put('/masts/:boat', skipper, (req, res) => res.json({ raised: true }));
// Names of parameters make no other route.
quay.put('/oars/:boat', skipper, (req, res) => res.json({ wet: true }));
quay.put('/oars/:pair', (req, res) => res.status(202).json({ dry: true }));

quay.use((req, res, next) => next(Object.assign(new Error('no such pier'), { status: 404 })));
quay.use((error, req, res, next) => res.status(error.status || 500).json({ pier: error.message }));

quay.listen(3000);
