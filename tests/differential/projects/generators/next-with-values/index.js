const express = require('express');
const app = express();
const boot = (function* () {
  const target = yield 'ready';
  target.get('/sent', (req, res) => res.end());
  const prefix = yield;
  target.post(prefix, (req, res) => res.end());
  return '/returned';
})();
boot.next();
boot.next(app);
app.put(boot.next('/prefix').value, (req, res) => res.end());
const { value, done } = new Set(['/from-set', '/other']).values().next();
if (!done) app.get(value, (req, res) => res.end());
const entries = new Map([['/key', '/value']]).entries();
for (let step = entries.next(); !step.done; step = entries.next()) { const [key, to] = step.value; app.get(key + to, (req, res) => res.end()); }
app.get(['/listed'][Symbol.iterator]().next().value, (req, res) => res.end());
app.listen(1);
