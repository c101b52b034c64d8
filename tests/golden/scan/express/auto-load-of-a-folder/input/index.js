const path = require('path');
const express = require('express');
const autoload = require('auto-load');

const gates = autoload(path.join(process.cwd(), 'inner-gates'));
const pens = autoload('pens');

const barn = express();
barn.use(gates.checkName);
barn.use('/goats', pens.goats.byAge);
barn.use('/sheep', pens.sheep);
barn.listen(4011);
