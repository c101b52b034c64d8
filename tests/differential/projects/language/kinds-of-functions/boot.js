const express = require('express');
const util = require('util');
const harbour = express();

// Functions are wrapped by what they are: by the name of their constructor, and by how their text begins.
const AsyncFunction = (async () => {}).constructor;
const adapt = (desk) => {
  for (const key of Object.keys(desk)) {
    const fn = desk[key];
    const head = fn.toString().split('\n')[0];
    if (fn.constructor && fn.constructor.name === 'AsyncFunction') desk[key] = (...args) => fn(...args);
    else if (head.includes('callback)')) desk[key] = util.promisify(fn);
  }
  return desk;
};

const desk = adapt({
  async quay(at) { harbour.get(`/quay${at}`, (req, res) => res.send('q')); return `/pier${at}`; },
  crane(at, callback) { setTimeout(() => callback(null, `/crane${at}`), 1); },
  plain(at) { return `/plain${at}`; },
});

const kindOf = (fn) => (fn instanceof AsyncFunction ? 'asynchronous' : 'plain');

(async () => {
  harbour.get(await desk.quay(1), (req, res) => res.send('p'));
  harbour.post(await desk.crane(2), (req, res) => res.send('c'));
  harbour.put(desk.plain(3), (req, res) => res.send('x'));
  harbour.get(`/kinds/${kindOf(async () => 1)}/${kindOf(() => 1)}`, (req, res) => res.send('k'));
  harbour.get('/last', (req, res) => res.send('l'));
  harbour.listen(3000);
})();
