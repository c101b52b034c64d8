const express = require('express');
const app = express();
function install(target, on) {
  if (!on) return;
  target.get('/installed', (req, res) => res.end());
  return;
  target.get('/unreachable', (req, res) => res.end());
}
install(app, 0);
install(app, 'yes');
try {
  app.get('/before-throw', (req, res) => res.end());
  throw new Error('known');
  app.get('/after-throw', (req, res) => res.end());
} catch (error) {
  app.get(`/caught-${error.message}`, (req, res) => res.end());
} finally {
  app.get('/finally', (req, res) => res.end());
}
for (const name of ['a', 'b', 'stop', 'c']) {
  if (name === 'stop') break;
  if (name === 'a') continue;
  app.get(`/${name}`, (req, res) => res.end());
}
app.listen(1);
