const cluster = require('node:cluster');
const express = require('express');
const { cpus } = require('node:os');

// Here the workers serve; what is above them has a server of its own beside them.
if (cluster.isPrimary) {
  const health = express();
  health.get('/alive', (req, res) => res.json({ workers: Object.keys(cluster.workers).length }));
  health.listen(7605);
  for (const _ of cpus()) cluster.fork();
  cluster.on('exit', () => cluster.fork());
}
if (cluster.isWorker) {
  const comb = express();
  comb.get('/cells/:cell', (req, res) => res.json({ cell: req.params.cell }));
  comb.listen(7606);
}
if (!cluster.isPrimary) require('./wax')();
