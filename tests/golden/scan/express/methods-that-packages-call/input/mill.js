const express = require('express');
const { Wheel, attach, driven } = require('millwheel');

class Sluice {
  #open = false;
  stuck = false;
  level = null;
  get isOpen() { return this.#open; }
  // The package calls these when it comes to that.
  async raise(water) { this.handler = water; this.#open = true; }
  jam() { this.stuck = true; }
  measure(water) { this.level = water.level; }
}
class Gate extends Sluice {
  barred = true;
  unbar() { this.barred = false; }
}
const given = new Sluice();
const second = new Sluice();
const held = new Gate();
const own = new Sluice();
const kept = new Sluice();

const wheel = new Wheel(given);
wheel.start();
attach({ gate: held, speed: 3 });
driven([second]);
// Of these no package hears.
const keep = (sluice) => ({ sluice });
keep(own);

const app = express();
app.get('/flour', (req, res) => (given.isOpen ? res.json({ sacks: 3 }) : res.status(503).json({ dry: true })));
app.get('/bran', (req, res) => {
  if (given.stuck === false) return res.json({ bran: 1 });
  res.status(423).end();
});
app.get('/depth', (req, res) => (given.level ? res.json({ deep: true }) : res.status(503).json({ dry: true })));
app.get('/height', (req, res) => (kept.level ? res.json({ deep: true }) : res.status(503).json({ dry: true })));
app.get('/grist', (req, res) => (second.isOpen ? res.json({ grist: 1 }) : res.status(503).json({ dry: true })));
app.get('/barn', (req, res) => (!held.barred ? res.json({ hay: 2 }) : res.status(503).json({ dry: true })));
app.get('/yard', (req, res) => (held.isOpen ? res.json({ carts: 2 }) : res.status(503).json({ dry: true })));
app.get('/attic', (req, res) => (own.isOpen ? res.json({ owls: 2 }) : res.status(503).json({ dry: true })));
app.get('/cellar', (req, res) => (kept.isOpen ? res.json({ rats: 2 }) : res.status(503).json({ dry: true })));
app.listen(3000);
