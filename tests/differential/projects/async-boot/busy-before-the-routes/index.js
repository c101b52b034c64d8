// What a server does with its data before it listens: functions that await one another and fan out over what only run time knows.
const os = require('os');
const express = require('express');

const app = express();

class Finder {
  constructor(level) { this.level = level; this.rows = []; }
  async include(name) { const found = await this.run(name); this.rows.push(found); return found; }
  async run(name) {
    if (this.level > 2) return name;
    const below = new Finder(this.level + 1);
    const names = Object.keys(os.constants.signals).slice(0, 2);
    await Promise.all(names.map(async (each) => below.include(each + name)));
    if (os.uptime() < 0) await below.include('a');
    if (os.loadavg()[0] < 0) await below.include('b');
    if (os.freemem() < 0) await this.include('c');
    return below.rows;
  }
}

async function prepare() {
  const finder = new Finder(0);
  await finder.include('hooks');
  await finder.include('roles');
}

async function start() {
  await prepare();
  const areas = express.Router();
  areas.get('/ready', (req, res) => res.end());
  app.use('/areas', areas);
  app.listen(0);
}

start();
