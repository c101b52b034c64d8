// Routers in front of the handler of a route: nothing is taken from the address, so what they have for the whole path runs and answers.
const express = require('express');
const belfry = express();
const note = (name) => ({ [name]: (req, res, next) => next() })[name];
const ring = (req, res) => res.json({ rings: 1 });

// Only what matches the whole path runs, in its place among the others; what is added later as well.
const ropes = express.Router().use(note('oil')).use('/ropes', note('pull')).use('/wheels', note('turn'));
belfry.put('/ropes', note('first'), ropes, note('second'), ring);
ropes.use(note('later'));

// An application whose route lies where this one does answers first; what lies elsewhere, or has another method, is not reached.
const bells = express();
bells.use(note('tune'));
bells.get('/bells', (req, res) => res.json({ bells: 3 }));
bells.get('/', ring);
bells.post('/bells', ring);
belfry.get('/bells', bells, ring); //~ express/router-among-functions core/duplicate-route
belfry.get('/clappers', bells, ring); //~ express/router-among-functions

// Below a router of its own, with a parameter, for every method and in a list.
const loft = express.Router();
const birds = express.Router();
birds.get('/birds/:bird', (req, res, next) => (req.query.all ? next() : res.json({ bird: req.params.bird })));
birds.use(note('feed'));
loft.get('/birds/:bird', [note('listen'), birds], ring); //~ core/route-in-front
loft.all('/nests/:nest', birds, ring); //~ express/router-among-functions
loft.route('/eggs').get(express.Router().use(note('count')), ring);
belfry.use('/loft', loft);

// What one route runs is not run for those behind it.
belfry.get('/stairs', ring);
belfry.listen(3000);
