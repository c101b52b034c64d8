import express from 'express';
import { openCache, openTables, table } from './stores.js';

const house = express();
house.get('/ready', (req, res) => res.json({ ready: true }));

const start = async () => {
  await openCache();
  house.get('/cached', (req, res) => res.json({ cached: true }));
  await openTables();
  house.get('/tolls', async (req, res) => res.json(await table('tolls').count('* as tolls').first()));
  house.listen(7020);
};
start();

// A request may run into one.
house.get('/slow', async (req, res) => {
  try {
    await new Promise((resolve, reject) => {
      setTimeout(() => reject(new Error('too slow')), 100);
      table('tolls').first().then(resolve);
    });
    res.json({ slow: false });
  } catch (error) {
    res.status(504).json({ why: error.message });
  }
});
