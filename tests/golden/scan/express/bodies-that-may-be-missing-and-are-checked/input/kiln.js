const express = require('express');

const kiln = express();
kiln.use(express.json());
const refused = (response) => response.status(400).json({ refused: true });

// Without a body nothing is there: what is refused then has to come in, and to look like that.
kiln.post('/pots', (request, response) => {
  const { glaze, fired } = request.body ?? {};
  if (!glaze || typeof glaze !== 'string' || typeof fired !== 'boolean') return refused(response);
  response.status(201).json({ glaze, fired });
});
kiln.post('/tiles', (request, response) => {
  const tile = request.body || {};
  if (typeof tile.side !== 'number') return refused(response);
  if (!Array.isArray(tile.colours)) return refused(response);
  response.status(201).json({ side: tile.side, colours: tile.colours });
});

// Numbers are whole ones, or any.
kiln.put('/heat', (request, response) => {
  const { degrees, minutes } = request.body;
  if (!Number.isInteger(minutes) || minutes < 1) return refused(response);
  if (!Number.isFinite(degrees)) return refused(response);
  response.json({ degrees, minutes });
});

// What has a stand-in need not come in, nor what is asked for only where it is there.
kiln.post('/bricks', (request, response) => {
  const { kind = 'red', holes } = request.body ?? {};
  if (typeof kind !== 'string') return refused(response);
  if (holes !== undefined && !Number.isInteger(holes)) return refused(response);
  response.status(201).json({ kind, holes });
});

// Nobody is refused for these.
kiln.post('/ash', (request, response) => {
  const { sacks, wet } = request.body ?? {};
  response.status(201).json({ sacks: Number.isInteger(sacks) ? sacks : 1, wet: typeof wet === 'boolean' && wet });
});

kiln.listen(8080);
