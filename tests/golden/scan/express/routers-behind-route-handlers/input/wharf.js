// Handlers of routes and middlewares that choose a router for each request and hand it on. A route takes nothing from the address: what the router answers is below both.
const express = require('express');
const wharf = express();
const cranes = express.Router();
const barges = express.Router();
const pilots = express();
const tugs = { north: express.Router(), south: express.Router() };
const buoys = new Map([['red', express.Router()], ['green', express.Router()]]);

cranes.use(function oil(req, res, next) { next(); });
cranes.get('/cranes/:crane', (req, res) => res.json({ crane: req.params.crane }));
cranes.post('/cranes', (req, res) => res.status(201).json({}));
barges.get('/barge', (req, res) => res.json({ barge: true }));
pilots.get('/', (req, res) => res.json([]));
pilots.put('/:pilot', (req, res) => res.sendStatus(204));
tugs.north.get('/tug', (req, res) => res.json({ north: 1 }));
tugs.south.delete('/tug', (req, res) => res.json({ south: 1 }));
buoys.get('red').get('/red', (req, res) => res.json({ red: 1 }));
buoys.get('green').get('/green', (req, res) => res.json({ green: 1 }));

function pick(req) { return req.headers['x-side'] === 'north' ? tugs.north : tugs.south; }
function badge(req, res, next) { if (!req.headers.badge) return res.sendStatus(401); next(); }
const toCranes = (a, b, c) => cranes(a, b, c);

wharf.all('/cranes*', badge, (req, res, next) => toCranes(req, res, next)); //~ express/delegated-router
wharf.get('/barge', (req, res, next) => barges.handle(req, res, next)); //~ express/delegated-router
wharf.use('/tugs', (req, res, next) => { pick(req).apply(null, [req, res, next]); }); //~ express/delegated-router
wharf.use('/tows', (req, res, next) => { const tow = pick(req); tow(req, res, next); }); //~ express/delegated-router
wharf.use('/pilots', function (req, res, next) { return pilots.apply(this, arguments); }); //~ express/delegated-router
wharf.use('/buoys', (req, res, next) => { const buoy = buoys.get(req.query.colour); if (!buoy) return next(); buoy(req, res, next); }); //~ express/delegated-router
wharf.use('/named/:side', (req, res, next) => tugs[req.params.side](req, res, next)); //~ express/delegated-router
// One router behind several routes, each of which takes its part; of the last one nobody takes '/bays'.
const sheds = express.Router();
sheds.get('/sheds', (req, res) => res.json([]));
sheds.put('/lofts/:loft', (req, res) => res.json({ loft: req.params.loft }));
sheds.delete('/lofts/:loft/hooks', (req, res) => res.sendStatus(204));
wharf.all('/lofts/*', sheds); //~ express/delegated-router
wharf.all('/sheds*', sheds);
const coves = express.Router(); //~ core/unmounted-router
coves.get('/coves/:cove', (req, res) => res.json({}));
coves.get('/bays/:bay', (req, res) => res.json({}));
wharf.all('/coves/*', coves); //~ express/router-as-handler
wharf.get('/coves/:cove', coves); //~ express/router-as-handler
wharf.get('/harbour', (req, res) => res.json({}));
wharf.listen(1);
