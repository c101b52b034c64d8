const express = require('express');
const mongoose = require('mongoose');
const mysql = require('mysql');

class Refusal extends Error {
  constructor(text, status) { super(text); this.status = status; }
}

const stoneSchema = new mongoose.Schema({ grain: { type: String, required: true } });
stoneSchema.statics = {
  dig(id) { return this.findById(id).exec().then((stone) => { if (stone) { return stone; } return Promise.reject(new Refusal('no such stone', 404)); }); },
};
const Stone = mongoose.model('Stone', stoneSchema);
const pit = mysql.createPool({});

const quarry = express();
const stones = express.Router();

// A rejection in one arm of a reaction: the value of the other arm is what goes on.
stones.get('/', (ask, say, onward) => { Stone.dig(ask.query.of).then((stone) => say.json(stone)).catch((error) => onward(error)); });
stones.get('/awaited', async (ask, say, onward) => { try { say.json(await Stone.dig(ask.query.of)); } catch (error) { onward(error); } });
// What nobody knows may fail: the reaction to it answers, given as second function too.
stones.get('/count', (ask, say) => { Stone.countDocuments().then((count) => say.json({ count })).catch(() => say.status(503).json({ closed: true })); });
stones.get('/list', (ask, say) => { Stone.find().exec().then((list) => say.json(list), () => say.status(500).json({ broken: true })); });
// An error that is sent as it is: JSON leaves its name, its message and its stack out.
stones.get('/rows', (ask, say) => { pit.query('select * from rows', (error, rows) => { if (error) return say.status(500).send(error); say.json({ rows: rows.length }); }); });
stones.get('/copied', (ask, say) => { pit.query('select 1', (error) => { if (error) return say.status(500).json({ ...error, told: error.message }); say.json({ done: true }); }); });
stones.get('/:stone', (ask, say) => say.json(ask.stone));
// Registered behind the routes that it serves.
stones.param('stone', (ask, say, onward, id) => { Stone.dig(id).then((stone) => { ask.stone = stone; onward(); }).catch(onward); });

quarry.use('/stones', stones);
// A text of which a part is known.
quarry.post('/blast', (ask, say, onward) => { if (!ask.query.where) return onward(`nothing at ${ask.query.where} found`); say.sendStatus(204); });
quarry.post('/lift', (ask, say, onward) => { if (!ask.query.by) return onward(`${ask.query.by} cannot be lifted`); say.sendStatus(204); });
// What its end is decides, and nobody knows it: neither answer is certain.
quarry.post('/turn', (ask, say, onward) => { if (!ask.query.to) return onward(`turned to ${ask.query.to}`); say.sendStatus(204); });
quarry.use((error, ask, say, onward) => {
  if (typeof error === 'string') return say.status(error.toLowerCase().endsWith('found') ? 404 : 400).json({ text: error });
  say.status(error.status || 500).json({ message: error.message });
});
quarry.listen(4100);
