const express = require('express');
const { EventEmitter } = require('node:events');
const { spawn } = require('node:child_process');
const launch = require('launch-boat');
const queue = require('some-queue');

const ferry = express();

class Late extends Error {
  constructor(message, status) {
    super(message);
    this.status = status;
  }
}

// It is done after a while, unless what nobody can see says that it failed.
ferry.post('/boats', async (req, res) => {
  await new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, 700);
    launch(req.query.boat, (boat, message) => {
      clearTimeout(timer);
      reject(new Late(message, 409));
    });
  });
  res.status(204).end();
});

// A time limit beside work that nobody can see: either may come first.
ferry.get('/depths', async (req, res) => {
  const depth = await new Promise((resolve, reject) => {
    const limit = setTimeout(() => reject(new Late('too deep', 504)), 1000);
    queue.sound(req.query.place, (found) => {
      clearTimeout(limit);
      resolve(found);
    });
  });
  res.json({ depth });
});
const within = (ms, work) => Promise.race([work, new Promise((_, reject) => setTimeout(() => reject(new Late('slow', 504)), ms))]);
ferry.get('/tides', async (req, res) => {
  res.json({ tides: await within(1000, queue.tides(req.query.place)) });
});

// One of two events comes, in whatever order they are asked for.
ferry.post('/crossings', async (req, res) => {
  const crossing = queue.cross(req.query.to);
  await new Promise((resolve, reject) => {
    crossing.on('error', () => reject(new Late('sunk', 502)));
    crossing.on('landed', resolve);
  });
  res.status(201).json({ landed: true });
});
ferry.post('/returns', async (req, res) => {
  const crossing = queue.cross(req.query.to);
  await new Promise((resolve, reject) => {
    crossing.once('landed', () => resolve());
    crossing.once('error', () => reject(new Late('sunk', 502)));
  });
  res.status(201).json({ landed: true });
});
ferry.get('/ropes', async (req, res) => {
  const child = spawn('rope', ['--length']);
  await new Promise((resolve, reject) => {
    child.once('error', () => reject(new Late('no rope', 501)));
    child.once('exit', (code) => (code === 0 ? resolve() : reject(new Late('too short', 422))));
  });
  res.json({ long: true });
});
ferry.put('/loads', async (req, res) => {
  await new Promise((resolve, reject) => {
    setTimeout(() => reject(new Late('still loading', 408)), 1000);
    req.on('end', resolve);
  });
  res.status(204).end();
});

// Nothing resolves it: it always ends like this.
ferry.get('/fogs', async (req, res) => {
  await new Promise((_, reject) => setTimeout(() => reject(new Late('fog', 503)), 100));
  res.json({ clear: true });
});
ferry.get('/ices', async (req, res) => {
  await new Promise((_, reject) => queue.freeze(() => reject(new Late('ice', 503))));
  res.json({ clear: true });
});

// Events of the program's own come as they are told: nothing tells of an error here.
ferry.get('/bells', async (req, res) => {
  const bell = new EventEmitter();
  setTimeout(() => bell.emit('rung', 2), 10);
  const times = await new Promise((resolve, reject) => {
    bell.on('error', () => reject(new Late('cracked', 500)));
    bell.on('rung', resolve);
  });
  res.json({ times });
});

// It only takes a while.
ferry.get('/calms', async (req, res) => {
  await new Promise((resolve) => setTimeout(resolve, 100));
  res.json({ calm: true });
});

ferry.use((error, req, res, next) => res.status(error.status || 500).json({ error: error.message }));
ferry.listen(3000);
