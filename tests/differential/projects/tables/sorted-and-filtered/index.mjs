import express from 'express';
const app = express();
const rows = new Map([
  ['zeta', { path: '/zeta', weight: 3, on: true }],
  ['eta', { path: '/eta', weight: 1, on: true }],
  ['theta', { path: '/theta', weight: 2, on: false }],
]);
const active = [...rows.entries()].map(([name, row]) => ({ name, ...row })).filter(({ on }) => on).sort((a, b) => a.weight - b.weight);
for (const { name, path } of active) {
  const child = express.Router();
  child.use(function mark(req, res, next) { next(); });
  child.route('/').get((req, res) => res.end(name)).post((req, res) => res.end());
  app.use(path, child);
}
app.listen(3);
