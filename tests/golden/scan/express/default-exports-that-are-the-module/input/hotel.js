// A plugin of Babel makes the default export the module where there is no other export: who requires it may call it.
import express from 'express';

const hotel = express();
require('./rooms/single')(hotel, '/single');
const suites = require('./rooms/suites');
hotel.use('/suites', suites);
require('./rooms/bar').open(hotel);
// It exports more than a default.
require('./rooms/pool').default(hotel);
require('./rooms/pool').towels(hotel);
import lobby from './rooms/lobby';
lobby(hotel);
hotel.listen(3000);
