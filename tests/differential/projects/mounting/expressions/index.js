const express = require('express');

// A mount has to match the beginning of an address, whether its expression says so or not.
const quay = express();
const boats = express.Router();
boats.get('/', (req, res) => res.send('all'));
boats.get('/dinghy', (req, res) => res.send('one'));
const crews = express.Router();
crews.use((req, res, next) => next());
crews.get('/mate', (req, res) => res.send('mate'));
quay.use(/(\/port)?/, boats);
quay.use(/^\/(north|south)/, crews);
quay.use(/\/(?:east-side|west)\/pier/i, express.Router().get('/lamp', (req, res) => res.send('lamp')));
quay.get('/mast', (req, res) => res.send('mast'));
quay.listen(3000);
