const express = require('express');
const config = require('config');
const reef = require('./reef.json');

const lagoon = express();
lagoon.get(`${config.get('bay')}/swim`, (req, res) => res.json({}));
lagoon.get(`${reef.reef}/dive`, (req, res) => res.json({})); //~ project/unknown-path
lagoon.get('/shore', (req, res) => res.json({}));
lagoon.listen(4015);
