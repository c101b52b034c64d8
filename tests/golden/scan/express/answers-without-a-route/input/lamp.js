const express = require('express');
const wrapped = require('express-async-handler');
const tides = require('tide-tables');

const lamp = express();
const beam = (ship, keeper) => keeper.json({ lit: true });

// They answer whatever comes, and are no routes: where they answer is said.
lamp.use('/alive', beam); //~ core/answers-without-route
lamp.use(['/tides', '/currents'], wrapped(async (ship, keeper) => { keeper.json(await tides.of(ship.query.port)); })); //~ core/answers-without-route
lamp.use('/moved', (ship, keeper) => keeper.redirect('/rooms')); //~ core/answers-without-route
lamp.use('/signals', function (ship, keeper) { //~ core/answers-without-route
  if (ship.method === 'GET') return keeper.json([]);
  if (ship.method === 'POST') return keeper.status(201).json({});
  keeper.sendStatus(405);
});
// What they hand on are errors alone.
lamp.use('/depths', async (ship, keeper, onwards) => { //~ core/answers-without-route
  try { keeper.json(await tides.depth()); } catch (error) { onwards(error); }
});
lamp.use('/oil', (ship, keeper, onwards) => { //~ core/answers-without-route
  if (!tides.season) return onwards(new Error('no oil'));
  keeper.json({ barrels: 3 });
});

const rooms = express.Router();
rooms.get('/', beam);
rooms.use('/plan', (ship, keeper) => { keeper.json({ floors: 9 }); }); //~ core/answers-without-route
rooms.use((ship, keeper) => { keeper.status(404).json({ message: 'no such room' }); });
lamp.use('/rooms', rooms);
lamp.use('/cellars', rooms);

// These hand some on, refuse all, or are the last word of a server.
lamp.use('/fog', (ship, keeper, onwards) => { if (ship.query.horn) return keeper.json({ horn: 1 }); onwards(); });
lamp.use('/closed', (ship, keeper) => keeper.status(410).end());
lamp.use('/chart', (error, ship, keeper, onwards) => keeper.json({ message: error.message }));
lamp.use((ship, keeper) => { keeper.sendFile('/srv/index.html'); });

lamp.listen(7500);
