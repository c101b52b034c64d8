const express = require('express');
const { Pool } = require('pg');

const pool = new Pool();
const weighbridge = express();

const today = [{ truck: 'A1', load: 12.5 }];
const archive = { monday: [{ truck: 'B2', load: 3, note: 'wet' }], tuesday: [] };

const byTruck = (loads) =>
  loads.reduce((groups, load) => {
    (groups[load.truck] ??= []).push(load);
    return groups;
  }, {});

// Which of two lists each group is nobody knows beforehand; that it is a list is known.
weighbridge.get('/loads', (request, response) => {
  const chosen = request.query.archive ? archive.monday : today;
  response.json([chosen, today].flat());
});
weighbridge.get('/loads/deep', (request, response) => {
  const chosen = request.query.archive ? [archive.monday, archive.tuesday] : [today];
  response.json([chosen].flat(2));
});
weighbridge.get('/loads/total', async (request, response) => {
  const loads = request.query.archive ? archive.monday : (await pool.query(request.query.sql)).rows;
  const total = Object.values(byTruck(loads))
    .flat()
    .reduce((sum, { load }) => sum + (load || 0), 0);
  if (total === 0) return response.status(404).json({ message: 'nothing was weighed' });
  response.json({ total });
});

// A list or one element; and a list that may be missing.
weighbridge.get('/loads/one', (request, response) => {
  const chosen = request.query.all ? today : archive.monday[0];
  response.json([chosen].flat());
});
weighbridge.get('/loads/some', (request, response) => {
  const lists = { today, other: request.query.archive ? archive.monday : undefined };
  response.json(Object.values(lists).filter(Boolean).flat());
});

// Lists of which one element stands for all, together: rows of several queries.
const rowsOf = async (table) => (await pool.query(`SELECT * FROM ${table}`)).rows.map((row) => ({ truck: row.truck, load: row.load }));
weighbridge.get('/loads/together', async (_request, response) => {
  const loads = (await Promise.all([rowsOf('today'), rowsOf('archive')])).flat();
  if (loads.length === 0) return response.status(404).json({ message: 'nothing was weighed' });
  response.json({ heaviest: loads[0], loads });
});
weighbridge.get('/loads/by-day', async (_request, response) => {
  const loads = await rowsOf('today');
  response.json(['monday', 'tuesday'].flatMap((day) => loads.map((load) => ({ day, truck: load.truck }))));
});

// A list within itself has no end: how long the other one is nobody says.
const chain = [];
chain.push(chain, chain);
weighbridge.get('/chain', (_request, response) => response.json({ links: chain.length, all: chain.flat(Infinity).length }));

// What is in no list is not taken apart.
weighbridge.get('/loads/pairs', (request, response) => {
  const pair = request.query.archive ? ['a', 1] : ['b', 2];
  response.json([[pair]].flat());
});

weighbridge.listen(3000);
