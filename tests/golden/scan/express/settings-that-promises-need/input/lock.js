const express = require('express');
const { readTide } = require('tide-table');

const lock = express();

// Whoever starts it without these settings has no server: with them all of it is there.
const key = () =>
  new Promise((resolve, reject) => {
    if (!process.env.LOCK_KEY) {
      reject(new Error('LOCK_KEY is not set'));
      return;
    }
    resolve(process.env.LOCK_KEY);
  });
const gate = () =>
  new Promise(async (resolve, reject) => {
    if (process.env.LOCK_GATE) resolve(await readTide(process.env.LOCK_GATE));
    else reject(new Error('LOCK_GATE is not set'));
  });
const pump = () => {
  if (!process.env.LOCK_PUMP) return Promise.reject(new Error('LOCK_PUMP is not set'));
  return Promise.resolve({ pump: process.env.LOCK_PUMP });
};
const keeper = async () => {
  const { pump: name } = await pump();
  return name;
};
// What fails whatever is set fails.
const flood = () => new Promise((_resolve, reject) => reject(new Error('no lock is built for floods')));

async function start() {
  lock.get('/boats', (request, response) => response.json({ boats: 2 }));
  await key();
  lock.get('/boats/:id', (request, response) => response.json({ id: request.params.id }));
  await gate();
  lock.post('/boats/:id/passage', (request, response) => response.status(201).json({ through: true }));
  await keeper();
  lock.get('/water', (request, response) => response.json({ level: 3 }));
  await flood();
  lock.get('/flood', (request, response) => response.json({ level: 9 }));
}

pump().then(() => lock.get('/pump', (request, response) => response.json({ runs: true })));
gate()
  .then((tide) => lock.get('/tide', (request, response) => response.json({ tide: Boolean(tide) })))
  .catch((error) => {
    console.error(error);
    process.exit(1);
  });
start().catch(console.error); //~ evaluator/ended-early
// What happens without the setting is said: both are there, each under its configuration.
pump()
  .then(() => lock.get('/pumped', (request, response) => response.json({ pumped: true })))
  .catch(() => lock.get('/bailed', (request, response) => response.json({ pumped: false })));
lock.listen(8080);
