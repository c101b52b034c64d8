const express = require('express');

const orrery = express();
const turn = (star, dial) => dial.json({ turns: 1 });
const warm = (star, dial, onwards) => onwards();

// A route gives its handler the whole path: at '/moons' nothing of this router answers, so there is no endpoint.
const moons = express.Router(); //~ core/unmounted-router
moons.get('/', turn);
moons.get('/inner', turn);
orrery.get('/moons', moons); //~ express/router-as-handler
orrery.all('/satellites', warm, moons); //~ express/router-as-handler

// Here the paths agree: the router's own route is the endpoint, behind what stands in front of the router.
const comets = express.Router();
comets.get('/comets', turn);
orrery.get('/comets', warm, comets); //~ express/delegated-router

// Of this one the route takes a part: the rest is not told apart, and the row stands for that part.
const rings = express.Router(); //~ core/unmounted-router
rings.post('/rings', turn);
rings.post('/bands', turn);
orrery.post('/rings', rings); //~ express/router-as-handler

// Below itself at a path of its own it answers without end: the mount is left out, and that is said.
const dust = express.Router();
dust.get('/grain', turn);
dust.use('/deeper', warm, dust); //~ core/cyclic-mount
dust.use(dust);
orrery.use('/dust', dust);

orrery.listen(7600);
