const express = require('express');
const session = require('express-session');
const gate = require('./gate');

const house = express();
const answer = (wagon, reply) => reply.end();

house.get('/cargo', gate.pass('inspect', 'weigh'), answer);
house.post('/sign', gate.sign, answer);
house.get('/plate', gate.plate, answer);
house.get('/tariff', gate.token, answer);

// Routes that are guards of what is registered behind them.
house.get('/yard/open', answer);
house.all('/yard/*', gate.seal);
house.get('/yard/crane', answer);
house.post('/yard/crane/load', answer);
house.get('/yard', answer);

house.use(session({ secret: 'tide', name: 'toll' }));
house.get('/sign', gate.stranger, answer);
house.get('/ledger', gate.known);
house.get('/ledger', answer); //~ core/route-in-front

house.listen(8080);
