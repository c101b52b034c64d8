// Packages that nobody models are given a router that was made for the call: what is called on their results reaches it.
const express = require('express');
const sluice = require('./sluice');
const probe = require('http-probe');
const socketsFor = require('sockets-for-apps');

// The application is a member of what the package gives; its other members are the package's own.
const { app: weir, clients } = socketsFor(express()); //~ express/handed-to-package

weir.use(express.json());
weir.use('/sluices', sluice); //~ express/approximate-mount
weir.get('/clients', (request, response) => response.json({ open: clients.size }));

// The router has a name of its own: what else is done with it, the package's result says nothing of it.
const race = express.Router();
const tester = probe(race); //~ express/handed-to-package
tester.get('/no-route-of-ours');
race.post('/wheels', (request, response) => response.status(201).end());
weir.use('/race', race);

weir.listen(3000);
