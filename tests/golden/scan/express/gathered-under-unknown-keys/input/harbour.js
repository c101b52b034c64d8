const fs = require('fs');
const express = require('express');
const _ = require('lodash');
const mongoose = require('mongoose');

const Ship = mongoose.model(
  'Ship',
  new mongoose.Schema({
    name: { type: String, required: true },
    tons: { type: Number, required: true },
    home: { port: { type: String, required: true } },
  }),
);

const app = express();

// Records that are filled under keys of the data: their entries all look alike.
app.get('/records/loop', async (req, res) => {
  const byPort = {};
  for (const ship of await Ship.find()) {
    if (!byPort[ship.home.port]) byPort[ship.home.port] = [];
    byPort[ship.home.port].push(ship.name);
  }
  res.json(Object.entries(byPort).map(([port, names]) => ({ port, names, many: names.length })));
});
app.get('/records/reduce', async (req, res) => {
  const ships = await Ship.find();
  const byPort = ships.reduce((ports, { home: { port } }) => {
    if (!ports[port]) ports[port] = { port, ships: 0 };
    ports[port].ships += 1;
    return ports;
  }, {});
  res.json(Object.values(byPort));
});
app.get('/records/keys', async (req, res) => {
  const ships = await Ship.find();
  res.json({ ports: Object.keys(Object.groupBy(ships, (ship) => ship.home.port)) });
});
app.get('/records/listed', async (req, res) => {
  const counts = {};
  for (const ship of await Ship.find()) counts[ship.home.port] = (counts[ship.home.port] || 0) + 1;
  const lines = [];
  for (const port in counts) lines.push({ port, ships: counts[port] });
  res.json({ lines, same: Object.keys(counts).map((port) => ({ port, ships: counts[port] })), asked: { ships: counts[req.query.port] } });
});
app.get('/records/pairs', async (req, res) => {
  const ships = await Ship.find();
  res.json(Object.values(Object.fromEntries(ships.map((ship) => [ship.name, { tons: ship.tons }]))));
});

// Collections as well.
app.get('/maps/loop', async (req, res) => {
  const ports = new Map();
  for (const ship of await Ship.find()) {
    if (!ports.has(ship.home.port)) ports.set(ship.home.port, { port: ship.home.port, names: [] });
    ports.get(ship.home.port).names.push(ship.name);
  }
  res.json([...ports.values()]);
});
app.get('/maps/count', async (req, res) => {
  const counts = new Map();
  (await Ship.find()).forEach((ship) => counts.set(ship.home.port, (counts.get(ship.home.port) || 0) + 1));
  res.json(Array.from(counts, ([port, count]) => ({ port, count })));
});
app.get('/maps/made', async (req, res) => {
  const tons = new Map((await Ship.find()).map((ship) => [ship.name, ship.tons]));
  const lines = [];
  tons.forEach((weight, name) => lines.push({ name, weight }));
  res.json({ lines, heaviest: Math.max(...tons.values()) });
});
app.get('/sets', async (req, res) => {
  const ports = [...new Set((await Ship.find()).map((ship) => ship.home.port))];
  res.json({ ports, many: ports.length });
});

// What is added up, one after the other.
app.get('/sums', async (req, res) => {
  const ships = await Ship.find();
  const total = ships.reduce((sum, ship) => sum + ship.tons, 0);
  const { tons } = ships.reduce(
    (all, ship) => {
      all.tons += ship.tons;
      return all;
    },
    { tons: 0 },
  );
  res.json({ total, tons, mean: total / ships.length, all: ships.map((ship) => ship.tons).reduce((a, b) => a + b) });
});

// Lists that a loop waits for, and cursors.
app.get('/cursors', async (req, res) => {
  const names = [];
  for await (const ship of Ship.find().cursor()) names.push(ship.name);
  const found = [];
  for await (const { name, tons } of Ship.find({ tons: 1 })) found.push({ name, tons });
  const each = [];
  await Ship.find()
    .cursor()
    .eachAsync((ship) => each.push(ship.tons));
  res.json({ names, found, each });
});

app.get('/lodash', async (req, res) => {
  const ships = await Ship.find();
  res.json({
    sorted: _.sortBy(ships, 'tons').map((ship) => ship.name),
    ordered: _.orderBy(ships, ['tons'], ['desc']),
    ports: _.map(_.groupBy(ships, 'home.port'), (group, port) => ({ port, many: group.length, first: group[0].name })),
    counts: Object.entries(_.countBy(ships, 'name')),
    byName: Object.values(_.keyBy(ships, 'name')),
    chained: _.chain(ships)
      .groupBy('tons')
      .map((group, tons) => ({ tons, names: _.map(group, 'name') }))
      .value(),
  });
});

// What was not settled is an outcome; errors that callbacks are given have messages.
app.get('/outcomes', async (req, res) => {
  const [count] = await Promise.allSettled([Ship.countDocuments()]);
  res.json({ count: count.status === 'fulfilled' ? count.value : null });
});
app.get('/callbacks', (req, res) => {
  fs.readFile('/var/harbour.txt', 'utf8', (error, text) => {
    if (error) return res.status(500).json({ name: error.name, message: error.message });
    Ship.findOne({ name: text }, (failure, ship) => {
      if (failure) return res.status(503).json({ message: failure.message });
      res.json({ tons: ship.tons });
    });
  });
});

// Known members beside unknown ones, and a record with more than anybody says here.
app.get('/mixed', async (req, res) => {
  const counts = { all: 0 };
  for (const ship of await Ship.find()) counts[ship.name] = 1;
  res.json({ values: Object.values(counts), rest: Object.values({ ...req.query, known: 1 }) });
});

app.listen(3000);
