// Every folder describes one route; before it counts, it is compared with what all others could have meant.
const fs = require('fs');
const path = require('path');
const express = require('express');

const letters = 'abcdefghijklmnopqrstuvwxyz0123456789';
const known = [];

function checked(folder, route) {
  const words = [];
  for (const first of letters) for (const second of letters) words.push(first + second);
  const twice = words.filter((word) => word === route.path.slice(1, 3) && known.some((other) => other.folder === folder && other.path.startsWith(`/${word}`)));
  if (twice.length > 0) throw new Error(`${folder} is there twice`);
  known.push({ folder, path: route.path });
  return route;
}

function read(root) {
  return fs.readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && fs.existsSync(path.join(root, entry.name, 'route.json')))
    .map((entry) => checked(entry.name, JSON.parse(fs.readFileSync(path.join(root, entry.name, 'route.json'), 'utf8'))));
}

function createFair() {
  const fair = express();
  const routes = read(path.join(__dirname, 'areas'));
  routes.forEach((route) => {
    route.methods.forEach((method) => {
      switch (method.toUpperCase()) {
        case 'GET': fair.get(route.path, (request, response) => response.end()); break;
        case 'PUT': fair.put(route.path, (request, response) => response.end()); break;
        default: fair.post(route.path, (request, response) => response.end());
      }
    });
  });
  return fair;
}

createFair().listen(0);
