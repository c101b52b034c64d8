const config = require('config');
const express = require('express');

const sluice = express();
const gates = config.get('gates');
const widths = config.get('gates.widths').map((width) => width * 2);

sluice.set('widths', widths);
if (gates.names.north.startsWith('closed')) console.log('the northern gate is closed');

const storage = express.Router();
storage.get('/barrels', function listBarrels(req, res) {
  res.json(config.storage.barrels.slice(0, 3));
});
sluice.use('/storage', storage);
sluice.use(config.get('gates.prefix'), storage); //~ express/dynamic-mount-path
sluice.post('/gates/:gate', function turnGate(req, res) {
  res.json({});
});
sluice.listen(config.get('port'));
