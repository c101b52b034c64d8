const express = require('express');

const mooring = express();
class Refused extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}
const harbour = async (name) => (await fetch(`http://harbours/${name}`)).json();
async function berth(name) {
  const found = await harbour(name);
  if (!found) throw new Refused(404, 'no berth');
  return { berth: String(found.berth) };
}
async function buoy(name) {
  const found = await harbour(name);
  if (found.taken) throw new Refused(409, 'taken');
  return { buoy: Number(found.buoy) };
}

// Each way gives a promise of its own: what one of them throws may come.
async function either(name, small) {
  if (small) return buoy(name);
  return berth(name);
}
mooring.get('/either/:name', async (request, response) => {
  response.json(await either(request.params.name, request.query.small));
});
mooring.get('/chosen/:name', async (request, response) => {
  response.json(await (request.query.small ? buoy(request.params.name) : berth(request.params.name)));
});
mooring.get('/assigned/:name', async (request, response) => {
  let place;
  if (request.query.small) place = buoy(request.params.name);
  else place = berth(request.params.name);
  response.json(await place);
});

// A callback that throws, whatever it was called with.
mooring.get('/renamed/:name', async (request, response) => {
  const place = await berth(request.params.name).catch(() => {
    throw new Refused(410, 'gone');
  });
  response.json(place);
});
mooring.get('/rejected/:name', (request, response, next) =>
  berth(request.params.name)
    .catch((error) => Promise.reject(new Refused(502, error.message)))
    .then((place) => response.json(place))
    .catch(next),
);
// What it gives is what is waited for.
mooring.get('/nothing/:name', async (request, response) => {
  const place = await berth(request.params.name).catch(() => null);
  if (!place) return response.status(204).end();
  response.json(place);
});

// Resolved on one way before it returns, and behind it on the other.
const answered = (name) =>
  new Promise((resolve, reject) => {
    if (name === 'closed') {
      resolve(null);
      return;
    }
    if (name === 'mined') return reject(new Refused(403, 'mined'));
    resolve({ depth: 4 });
  });
mooring.get('/depths/:name', async (request, response) => {
  const depth = await answered(request.params.name);
  if (!depth) return response.status(423).json({ closed: true });
  response.json(depth);
});

mooring.use((error, request, response, next) => {
  response.status(error.status || 500).json({ why: error.message });
});
mooring.listen(8080);
