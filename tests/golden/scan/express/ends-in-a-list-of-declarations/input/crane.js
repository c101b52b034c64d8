const { Router } = require('express');

function rope() { throw new TypeError('no rope'); } //~ evaluator/uncaught-throw

const hook = Router(), { length } = rope(), winch = Router();
hook.get('/load', (req, res) => res.json({ ok: true }));
winch.get('/speed', (req, res) => res.json({ ok: true }));
hook.use('/winch', winch);
module.exports = hook;

// Inside a function the throw ends the function, list or not.
function cut() { throw new TypeError('no knife'); } //~ evaluator/ended-early
function dismantle() {
  const bolts = cut(), shed = Router();
  hook.get('/bolts', (req, res) => res.json({ bolts, shed }));
}
dismantle();
