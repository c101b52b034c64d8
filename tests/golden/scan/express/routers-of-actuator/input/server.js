const express = require('express');
const actuator = require('express-actuator');
const settings = require('./settings');

const lamp = (request, response) => response.json({ lit: true });

// Where nothing is said, below the application itself.
const plain = express();
plain.use(actuator());
plain.get('/beam', lamp);
plain.listen(3001);

// A path alone, below a mount.
const below = express();
below.use('/internal', actuator('/watch'));
below.listen(3002);

// Endpoints of its own, one of which takes the place of a usual one.
const own = express();
own.use(
  actuator({
    basePath: settings.base,
    infoGitMode: 'full',
    customEndpoints: [
      { id: '/lamp', controller: lamp },
      { id: '/health', controller: (request, response) => response.status(503).json({ lit: false }) },
    ],
  }),
);
own.listen(3003);

// Nobody knows where, which is no reason to guess.
const somewhere = express();
somewhere.use(actuator(require('some-remote-settings').fetched)); //~ express/unknown-middleware
somewhere.get('/fog', lamp);
somewhere.listen(3004);
