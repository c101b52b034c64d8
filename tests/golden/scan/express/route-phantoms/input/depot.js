const express = require('express');
const axios = require('axios');

const depot = express();
const shelf = new Map();
const unused = express.Router(); //~ core/unmounted-router

shelf.set('/not-a-route', 1);
shelf.get('/not-a-route');
axios.get('/elsewhere').then(() => {});
depot.set('trust proxy', 1);
depot.get('trust proxy');
unused.get('/nobody', (request, answer) => answer.end());
depot.get('/parcels', async (request, answer) => answer.json(await axios.get('/backend')));

depot.listen(4114);
