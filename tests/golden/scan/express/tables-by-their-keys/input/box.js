// The keys of tables say the paths: each route stands where its key does.
const express = require('express');
const levers = require('./levers');

const box = express();
const lines = {
  'get /levers': { handler: levers.list },
  'post /levers': { handler: levers.add, locked: true },
  'DELETE /levers/:lever': { handler: levers.remove, locked: true },
};
const locked = (req, res, next) => (req.get('x-box-key') ? next() : res.sendStatus(401));
Object.keys(lines).forEach((key) => {
  const [method, path] = key.split(' ');
  const line = lines[key];
  box[method.toLowerCase()]('/v1' + path, ...(line.locked ? [locked] : []), line.handler);
});

const bells = {
  '/bells': levers.list,
  '/bells/:bell/': levers.show,
};
for (const path in bells) box.get(path.replace(/\/$/, ''), bells[path]);

const lamps = {
  lamps: {
    'GET ': levers.list,
    'PUT /:lamp': levers.show,
  },
  flags: {
    'GET ': levers.list,
  },
};
for (const [name, routes] of Object.entries(lamps))
  for (const [route, handler] of Object.entries(routes)) {
    const [, method, rest] = /^(\w+) (.*)$/.exec(route);
    box[method.toLowerCase()](`/${name}${rest}`, handler);
  }

const words = [
  'head|/tracks',
  'options|/tracks',
];
words.map((word) => word.split('|')).forEach(([method, path]) => box[method](path, levers.list));
box.listen(3000);
