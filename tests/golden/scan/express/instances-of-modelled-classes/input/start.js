const express = require('express');
const { Sequelize } = require('sequelize');
const { Ledger } = require('./ledger');

class Office {
  constructor() { this.store = null; }
  async connect() {
    this.store = new Sequelize({ dialect: 'sqlite' });
    try { await this.store.authenticate(); return true; } catch (error) { return false; }
  }
  async open() {
    if (!(await this.connect())) throw new Error('no store');
    let ledger;
    try { ledger = new Ledger(this.store); } catch (error) { throw new Error('no ledger'); }
    const desk = express();
    desk.get('/entries', (request, response) => ledger.list(response));
    desk.use('/accounts', require('./accounts')(new Sequelize('sqlite::memory:')));
    desk.listen(8080);
  }
}

new Office().open();
