const express = require('express');
const app = express();
function maybeGuard(req, res, next) { next(); }
if (process.env.WITH_REPORTS) app.get('/maybeReports', (req, res) => res.end());
if (process.env.MODE === 'closed') app.get('/maybeClosed', (req, res) => res.end()); else app.get('/open', (req, res) => res.end());
process.env.EXTRA && app.post('/maybeExtra', (req, res) => res.end());
const settings = { metrics: process.env.METRICS || false, prefix: process.env.PREFIX || '/prefix', level: Number(process.env.LEVEL ?? 2) };
if (settings.metrics) app.use(maybeGuard);
app.get(settings.prefix, ...(settings.level > 1 ? [] : [maybeGuard]), (req, res) => res.end());
function install(target) {
  if (!process.env.ADMIN) return;
  target.get('/maybeAdmin', (req, res) => res.end());
}
install(app);
switch (process.env.KIND || 'usual') {
  case 'usual': app.get('/usual', (req, res) => res.end()); break;
  case 'rare': app.get('/maybeRare', (req, res) => res.end()); break;
}
app.get('/end', (req, res) => res.end());
app.listen(1);
