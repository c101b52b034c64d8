// Work that nobody waits for runs beside the start: it is not the start that takes long.
const express = require('express');

const later = () => new Promise((resolve) => setImmediate(resolve));

class Prices {
  constructor() { this.rows = []; }
  async run() {
    for (let round = 0; round < 300; round++) {
      await later();
      for (let each = 0; each < 90; each++) this.rows[each] = `${round}-${each}`.padEnd(8);
    }
  }
}

class Market {
  constructor() { this.app = express(); }

  async start() {
    for (let each = 0; each < 6; each++) void new Prices().run();
    for (let step = 0; step < 400; step++) await later();
    this.app.get('/stalls', (request, response) => response.end());
    await later();
    this.app.get('/stalls/:stall', (request, response) => response.end());
    this.app.listen(0);
  }
}

new Market().start();
