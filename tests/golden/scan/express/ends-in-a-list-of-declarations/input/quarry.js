const express = require('express');
const answer = (req, res) => res.json({ ok: true });

function licence() { throw new Error('no licence'); } //~ evaluator/uncaught-throw
function pit() { const made = express(); made.get('/stones', answer); return made; }

// What one declaration throws ends neither the rest of the list nor the module.
var permit = licence(),
  quarry = pit(),
  crane = require('./crane');

quarry.use('/crane', crane);
quarry.get('/dust', answer);
quarry.listen(3000);
