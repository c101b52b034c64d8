const express = require('express');
const services = { clock: { now: () => 0 }, guards: { scribe: (req, res, next) => next() } };
const modules = { ledgers: require('./ledgers'), seals: require('./seals') };
const app = express();
const built = Object.keys(modules).reduce((all, key) => Object.assign(all, { [key]: modules[key](services) }), {});
app.use('/office', Object.values(built));
app.listen(1);
