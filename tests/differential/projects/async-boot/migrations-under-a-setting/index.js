// Where a setting has a database, the start waits for hundreds of small steps before it goes on to the routes.
const os = require('os');
const express = require('express');

const withTables = process.env.WITH_TABLES !== 'no';

class Tables {
  constructor() { this.done = []; this.version = os.uptime() < 0 ? 3 : 90; }
  async query(text) {
    const words = text.split(' ');
    await null;
    for (const word of words) this.done.push(word.toUpperCase().padStart(12));
    return this.done.length;
  }
  async migrate(version) {
    for (let each = 0; each < 500; each++) await this.query(`update t${each} set version = ${version} where version < 9`);
  }
}

class Depot {
  constructor() {
    this.app = express();
    void this.start();
  }

  async start() {
    const tables = new Tables();
    if (withTables) {
      for (let version = 0; version < 9; version++) await tables.migrate(version);
    }
    this.app.use(express.json());
    await tables.query('select 1');
    this.addRoutes();
    this.app.listen(0);
  }

  addRoutes() {
    this.app.get('/crates', (request, response) => response.end());
    this.app.post('/crates/:crate', (request, response) => response.end());
  }
}

new Depot();
