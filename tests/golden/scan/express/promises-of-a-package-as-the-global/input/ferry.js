Promise = require('bluebird');
const express = require('express');
const { ofCrew, passages } = require('./crew');

const ferry = express();
ferry.get('/crew', ofCrew('captain'), (request, response) => { response.json({ name: request.user.name }); });
ferry.get('/tides', (request, response) => new Promise((resolve) => resolve({ high: 3 })).then((tide) => response.json(tide)));
ferry.get('/passages', async (request, response) => { response.json(await Promise.map(passages, (from) => ({ from }))); });
ferry.get('/berth', (request, response) => Promise.try(() => { throw new Error('taken'); }).catch(() => response.status(409).end()));
ferry.use((error, request, response, next) => { response.status(error.status).json({ why: error.message }); });
ferry.listen(8080);
