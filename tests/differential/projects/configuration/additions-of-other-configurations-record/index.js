'use strict';
const express = require('express');
const hull14 = express();
const kept14 = {};
const extra14 = express.Router();
extra14.get('/extra', function boom14(req, res) { res.end(); });
const plain14 = express.Router();
plain14.get('/plain', function mast14(req, res) { res.end(); });
function add14(kind, spar) {
  if (!kept14[kind]) kept14[kind] = [];
  kept14[kind].push(spar);
}
if (process.env.HULL14_EXTRA) add14('rig', extra14);
add14('rig', plain14);
kept14.rig.forEach((spar) => hull14.use('/rig', spar));
module.exports = hull14;
