const { promisify } = require('util');
const express = require('express');
const lagoon = express();

const steps = [];
const open = promisify((name, callback) => { setImmediate(() => callback(null, { name, at: steps.length })); });
const nested = promisify((name, callback) => setTimeout(() => setTimeout(() => callback(null, `${name}-deep`), 1), 1));
const prompt = promisify((name, callback) => callback(null, name.toUpperCase()));

async function reefs() {
  const reef = await open('reef');
  lagoon.use((req, res, next) => { res.set('x-reef', 'yes'); next(); });
  lagoon.get(`/${reef.name}/${reef.at}`, (req, res) => res.send('reef'));
}

prompt('tide').then((name) => { lagoon.get(`/${name}`, (req, res) => res.send('tide')); });
lagoon.get('/first', (req, res) => res.send('first'));
reefs().then(async () => {
  lagoon.get(`/${await nested('shoal')}`, (req, res) => res.send('shoal'));
  lagoon.listen(3000);
});
