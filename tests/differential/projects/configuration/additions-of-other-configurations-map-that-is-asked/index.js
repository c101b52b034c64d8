'use strict';
const express = require('express');
const hull12 = express();
const kept12 = new Map();
const extra12 = express.Router();
extra12.get('/extra', function boom12(req, res) { res.end(); });
const plain12 = express.Router();
plain12.get('/plain', function mast12(req, res) { res.end(); });
function add12(kind, spar) {
  if (!kept12.has(kind)) kept12.set(kind, []);
  kept12.get(kind).push(spar);
}
if (process.env.HULL12_EXTRA) add12('rig', extra12);
add12('rig', plain12);
kept12.get('rig').forEach((spar) => hull12.use('/rig', spar));
(kept12.get('none') || []).forEach((spar) => hull12.use('/none', spar));
module.exports = hull12;
