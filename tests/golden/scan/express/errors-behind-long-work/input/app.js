const express = require('express');
const createError = require('http-errors');
const { AppError, NotFound, Conflict, Broken, codes, gone } = require('./errors');
const { long } = require('./work');

const app = express();
app.use(express.json());

// Works long itself: what it throws behind that is made without having come there.
async function findRoom(id) {
  const sums = {};
  for (let turn = 0; turn < 4000; turn++) for (let by = 0; by < 4; by++) sums[`${turn}-${by}`] = (turn * by) % 7;
  const room = await load(id, sums);
  if (!room) throw new NotFound('room');
  return room;
}
const load = async (id, sums) => sums[id];

app.get('/rooms/:id', async (req, res, next) => {
  try {
    res.json({ room: await findRoom(req.params.id) });
  } catch (error) {
    next(error);
  }
});

// Whoever calls it catches what it throws, and says something else.
app.get('/rooms/:id/name', async (req, res) => {
  try {
    res.json({ name: (await findRoom(req.params.id)).name });
  } catch (error) {
    if (error instanceof NotFound) return res.status(204).end();
    res.status(502).json({ error: 'no names' });
  }
});

// By a status that is named, by what a function makes, by one of its own, and by one that waits for nothing.
function check(order) {
  const refused = (why) => new AppError(why, 422);
  const sums = {};
  for (let turn = 0; turn < 4000; turn++) for (let by = 0; by < 4; by++) sums[`${turn}-${by}`] = (turn * by) % 7;
  if (sums[order.pot] === 3) throw new AppError('short and stout', codes.TEAPOT);
  if (sums[order.cup] === 2) throw gone('the cup');
  if (sums[order.tea] === 1) throw refused('no tea');
  return Promise.reject(new Conflict('two orders')).catch((error) => {
    throw error;
  });
}
app.post('/orders', async (req, res, next) => { //~ project/cut-short
  try {
    const { pot, cup, tea } = req.body;
    await check({ pot, cup, tea });
    res.status(201).json({ ordered: true });
  } catch (error) {
    next(error);
  }
});

// What is handled where it is thrown, or wrapped into something else, reaches nobody.
function settle(bill) {
  const sums = {};
  for (let turn = 0; turn < 4000; turn++) for (let by = 0; by < 4; by++) sums[`${turn}-${by}`] = (turn * by) % 7;
  try {
    if (sums[bill] === 1) throw new Conflict('paid twice');
  } catch (error) {
    throw new AppError(`not settled: ${error.message}`, 402);
  }
  try {
    if (sums[bill] === 2) throw new NotFound('bill');
  } catch {
    return null;
  }
  return sums;
}
app.put('/bills/:id', (req, res) => {
  settle(req.params.id);
  res.json({ settled: true });
});

// Knows nothing of the request, and throws an error of no status: what answers errors decides.
function audit() {
  const sums = {};
  for (let turn = 0; turn < 4000; turn++) for (let by = 0; by < 4; by++) sums[`${turn}-${by}`] = (turn * by) % 7;
  if (sums['9-3'] > 3) throw new Broken('the books do not add up');
}
app.delete('/books', (req, res) => {
  audit();
  res.status(204).end();
});

// Of a package.
function admit(guest) {
  const sums = {};
  for (let turn = 0; turn < 4000; turn++) for (let by = 0; by < 4; by++) sums[`${turn}-${by}`] = (turn * by) % 7;
  if (sums[guest]) throw createError(403, 'not tonight');
}
app.post('/guests/:id', (req, res) => {
  admit(req.params.id);
  res.status(201).json({ admitted: true });
});

// It stands in front of the long work, and behind it nothing is thrown.
app.get('/menus/:day', (req, res) => {
  if (req.params.day === 'never') throw new NotFound('menu');
  res.json({ courses: long() });
});

app.use((error, req, res, next) => {
  if (error instanceof Broken) return res.status(507).json({ broken: true });
  res.status(error.statusCode || 500).json({ error: error.message });
});
app.listen(3000);
