const express = require('express');
const config = require('keeper-core').manager.config;
const state = require('keeper-state');

Object.assign(config.lamp, { router: express.Router(), colour: 'white' });
config.lamp.router.get('/colour', (req, res) => res.json({ colour: config.lamp.colour }));
state.shared.horns = express.Router();
if (process.env.FOG) state.shared.fog = express.Router();

require('./horns');
require('./made');

exports.start = () => {
  const app = express();
  app.use(express.json());
  config.lamp.emit('before', app);
  app.use('/lamp', config.lamp.router);
  app.use('/horns', state.shared.horns);
  if (state.shared.fog) app.use('/fog', state.shared.fog);
  app.listen(3000);
};
