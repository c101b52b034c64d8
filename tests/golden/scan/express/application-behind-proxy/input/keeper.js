const express = require('express');

const tower = express();
tower.fog = { horn: 'on' };

// Each part of the program sees the server through a proxy of a copy of it: what it reads and sets is the server's.
const parts = ['lamp', 'horn', 'strict'];
for (const name of parts) {
  const copy = { ...tower, part: name };
  const seen = new Proxy(copy, {
    get: (_target, key) => tower[key],
    set: (_target, key, value) => {
      tower[key] = value;
      return true;
    },
  });
  require(`./parts/${name}`)(seen);
}

// A proxy that hands on what its target has, and keeps what it is told in its target.
const loud = new Proxy(tower, { get: (target, key, receiver) => Reflect.get(target, key, receiver) });
loud.base = '/loud';
loud.get(`${loud.base}/bell`, (req, res) => res.json({ rings: 3 }));

// A proxy without traps for reading.
const silent = new Proxy({ prefix: '/silent' }, { set: (target, key, value) => ((target[key] = `${value}/deep`), true) });
silent.prefix = '/sea';
tower.get(`${silent.prefix}/bottom`, (req, res) => res.json({ metres: 40 }));

tower.get(`${tower.lampPath}/state`, (req, res) => res.json({ horn: tower.fog.horn }));
tower.listen(4100);
