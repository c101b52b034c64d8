// What a listener may have set when the set-up asks for it nobody knows: neither that it has, nor that it has not.
const express = require('express');
const mqtt = require('mqtt');
const createSubscriber = require('pg-listen');

class Beacon {
  constructor() {
    this.isLit = false;
    this.client = mqtt.connect('mqtt://lamp');
    this.client.on('connect', this.light.bind(this));
    this.client.on('close', () => {
      this.isLit = false;
    });
  }
  light() {
    this.isLit = true;
  }
  lamp() {
    return this.isLit ? this.client : null;
  }
}

let isSubscribed = false;
let failed = false;
const subscriber = createSubscriber({ connectionString: 'postgres://tides' });
subscriber.events.on('connected', () => {
  isSubscribed = true;
});
let isMapped = false;
subscriber.events.on('mapped', () => (isMapped = true));
// It handles what has come, and says nothing of how things are: it has not run when the set-up asks.
let last = '';
subscriber.events.on('tide', (tide) => {
  last = tide.name;
});
subscriber.events.on('error', () => {
  failed = true;
});

async function main() {
  const app = express();
  const beacon = new Beacon();
  await subscriber.connect();

  // The server serves only if it was set: the error behind is not certain.
  if (!beacon.lamp()) throw new Error('The lamp is dark');
  app.get('/lamp', (req, res) => res.json({ lit: true }));

  // It decides between routes: either are there.
  if (isSubscribed) app.get('/tides/live', (req, res) => res.json({ height: 3 }));
  else app.get('/tides/table', (req, res) => res.json({ height: 2 }));

  if (isMapped) app.get('/map', (req, res) => res.json({ scale: 1 }));
  if (last) app.get('/tides/last', (req, res) => res.json({ last }));

  // What tells of a failure has not been called when a server starts.
  if (failed) app.get('/out-of-order', (req, res) => res.json({ since: 1 }));

  app.get('/state', (req, res) => (isSubscribed ? res.json({ ok: true }) : res.status(503).json({ error: 'no tides' })));
  app.listen(3000);
}
main();
