const express = require('express');
const { found, refused } = require('./replies');
const harbour = express();
harbour.use(express.json());

const keel = ({ name, length }) => ({ name, length: Number(length), launched: new Date() });

harbour.get('/boats', (request, reply) => {
  const { berth = 'north', after } = request.query;
  const size = Number(request.query.size) || 20;
  const boats = fleet().map(keel);
  reply.json({ boats, berth, after, size, total: boats.length, full: boats.length > size });
});

harbour.post('/boats', async (request, reply) => {
  const { name, length, ...rest } = request.body;
  if (!name || length === undefined) return refused(reply, 422, 'a boat has a name and a length');
  if (request.get('X-Harbour') !== 'open') return reply.sendStatus(409);
  reply.status(201);
  return found(reply, { ...rest, ...keel(request.body), owner: request.body.owner.trim() });
});

harbour.route('/boats/:hull')
  .get((request, reply) => (fleet().length ? found(reply, { hull: request.params.hull, tags: ['old', 'new'] }) : reply.status(404).end()))
  .delete((request, reply) => { reply.redirect(303, '/boats'); });

function fleet() { return require('fleet-of-nobody').all(); }
harbour.listen(3000);
