const express = require('express');
const tides = require('tide-driver');

const ferry = express();
const isGiven = (value, tell) => {
  if (value) return true;
  tell(new Error('missing'));
  return false;
};

// Told of an error behind an arm that has returned, and of a result behind another one: either may be.
const askFor = (token) =>
  new Promise((resolve, reject) => {
    const tell = (error, captain) => {
      if (error) return reject(error);
      return resolve(captain);
    };
    if (!isGiven(token, tell)) return;
    tides.find(token, (error, captain) => {
      if (error) return tell(error);
      tell(null, { name: String(captain.name) });
    });
  });
const withCaptain = async (request, response, go) => {
  try {
    const captain = await askFor(request.get('x-captain'));
    return go(captain);
  } catch {
    return response.status(401).json({ who: null });
  }
};
ferry.get('/crossings', (request, response) => {
  withCaptain(request, response, (captain) => {
    response.json({ captain, crossings: 4 });
  });
});

// Without a callback in between.
ferry.get('/piers/:name', async (request, response) => {
  try {
    const depth = await new Promise((resolve, reject) => {
      if (!isGiven(request.query.tide, reject)) return;
      resolve(7);
    });
    response.json({ depth });
  } catch {
    response.status(422).json({ depth: null });
  }
});
// The other way round.
ferry.get('/buoys/:name', (request, response, next) => {
  new Promise((resolve, reject) => {
    const isFree = (name) => {
      if (name === 'taken') return false;
      resolve({ name });
      return true;
    };
    if (!isFree(request.params.name)) reject(new Error('taken'));
  })
    .then((buoy) => response.status(202).json({ buoy }))
    .catch((error) => response.status(409).json({ why: error.message }));
});

// Nothing resolves these: they are rejected.
ferry.get('/wrecks/:name', async (request, response) => {
  try {
    await new Promise((resolve, reject) => {
      if (request.query.deep) return reject(new Error('deep'));
      reject(new Error('shallow'));
    });
    response.json({ wreck: true });
  } catch {
    response.status(410).json({ wreck: false });
  }
});
// And this is not: what is told first counts.
ferry.get('/lights/:name', async (request, response) => {
  try {
    const light = await new Promise((resolve, reject) => {
      resolve('green');
      reject(new Error('dark'));
    });
    response.json({ light });
  } catch {
    response.status(503).json({ light: null });
  }
});

ferry.listen(8081);
