// Plugins in their order, those that a plugin adds before the next one; what they leave on the ferry is there for those behind them.
const avvio = require('avvio');
const express = require('express');

class Ferry {
  constructor() {
    const deck = avvio(this);
    deck.use(async (ferry, { bell }) => { await new Promise((done) => setTimeout(done, 5)); ferry.engine = { bell }; }, { bell: 'brass' });
    deck.use(hull, { name: '/hull' });
    deck.use(cabins);
    deck.after((error, done) => { this.hull.use((err, req, res, next) => res.status(500).json({ message: err.message })); done(); });
  }
  async start() {
    await this.ready();
    this.hull.get('/started', (req, res) => res.json({}));
    this.hull.listen(3000);
  }
}
function hull(ferry, { name }, done) {
  ferry.hull = express();
  ferry.berths = express.Router();
  ferry.hull.use(`${name}`, ferry.berths);
  ferry.use(async (same) => { same.berths.get('/nested', (req, res) => res.json({ bell: ferry.engine.bell })); });
  done();
}
async function cabins(ferry) {
  ferry.berths.get('/cabins/:cabin', (req, res) => res.json({ cabin: req.params.cabin }));
}
new Ferry().start();
