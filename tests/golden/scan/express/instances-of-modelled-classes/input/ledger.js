const { Sequelize } = require('sequelize');

/** Refuses what is no store: the scan must not take the refusal for the only way. */
class Ledger {
  constructor(store) {
    if (!store || !(store instanceof Sequelize)) throw new Error('A ledger needs a store.');
    this.store = store;
  }
  list(response) { response.json([]); }
}

module.exports = { Ledger };
