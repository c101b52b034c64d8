const express = require('express');
const { existsSync, readFileSync, readdirSync } = require('fs');
const path = require('path');

const app = express();
const routes = [];

function scanFor(folder, prefix) {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => {
      const { method, path: at } = JSON.parse(readFileSync(path.join(folder, name, 'route.json'), 'utf8'));
      return { id: name, method, path: `${prefix}${at}` };
    });
}

/** Whatever is of the same name comes instead: with a route that nobody knows, any of them might be another one. */
function add(route) {
  const same = routes.find(({ id }) => id === route.id);
  if (same) Object.assign(same, route);
  else routes.push(route);
}

// Each module has some of these folders: those that it lacks no installation adds.
for (const module of ['orders', 'stock', 'help']) {
  const folder = path.resolve(__dirname, 'modules', module);
  const staff = path.resolve(folder, 'pages', 'staff');
  const shop = path.resolve(folder, 'pages', 'shop');
  if (existsSync(staff)) scanFor(staff, '/staff').forEach(add);
  if (existsSync(shop)) scanFor(shop, '').forEach(add);
  if (existsSync(path.resolve(folder, 'api'))) scanFor(path.resolve(folder, 'api'), '/api').forEach(add);
}
for (const route of routes) app[route.method](route.path, (req, res) => res.json({ id: route.id }));

// No module has one of these: where the program is installed there may be one.
if (existsSync(path.resolve(__dirname, 'uploads'))) app.use('/uploads', express.static('uploads'));
if (existsSync(path.resolve(__dirname, 'modules', 'help', 'notes'))) app.get('/notes', (req, res) => res.json([]));
// What another package has says nothing of this one: a build may make it.
if (existsSync(path.resolve(__dirname, 'plugins', 'two', 'pages'))) app.get('/two', (req, res) => res.json([]));

app.listen(3000);
