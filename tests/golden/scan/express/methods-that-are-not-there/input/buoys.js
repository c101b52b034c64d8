// Methods that applications and routers do not have: each call is said, and what stands behind it stays.
const express = require('express');
const { rows } = require('./rows');

const buoys = express();
const channel = express.Router();
const blink = (req, res) => res.json({ blinks: true });

for (const row of rows) buoys[row.method](row.path, blink); //~ evaluator/missing-method
buoys.broken(); //~ evaluator/missing-method
channel.gett('/depth', blink); //~ evaluator/missing-method
for (const verb of ['put', 'putt']) channel[verb]('/lights', blink); //~ evaluator/missing-method

// What they have, and what is asked for first, is fine.
buoys.setMaxListeners(20);
buoys.eventNames();
buoys.enable('trust proxy');
if (buoys.ws) buoys.ws('/waves', blink);
buoys.sse?.('/tides', blink);
// What is caught ends nothing.
try {
  buoys.metrics();
} catch {
  console.log('no metrics');
}
// The program adds its own, and a package may add more.
buoys.signal = function (path) {
  return this.get(path, blink);
};
buoys.signal('/signal');
const fog = express();
require('fog-horn')(fog); //~ express/handed-to-package
fog.horn('/horn', blink);
buoys.use('/fog', fog);

buoys.use('/channel', channel);
buoys.get('/last', blink);
buoys.listen(3000);
