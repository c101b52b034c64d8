const cluster = require('cluster');
const os = require('os');
const express = require('express');
function work() {
  const app = express();
  setImmediate(() => {
    app.use(function traced(req, res, next) { next(); });
    app.get('/worker', (req, res) => res.end());
  });
  process.nextTick(() => app.get('/tick', (req, res) => res.end()));
  app.get('/sync', (req, res) => res.end());
  app.listen(1);
}
const start = async ({ retries = 2 } = {}) => {
  for (let attempt = 0; attempt < retries; attempt++) {
    try { await Promise.resolve(attempt); return work(); } catch (error) { if (attempt === retries - 1) throw error; }
  }
};
if (require.main === module) start();
