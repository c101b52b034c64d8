const express = require('express');
const { goods, stalls } = require('./shops/goods');

const app = express();
app.get('/goods', async (req, res) => res.json(await goods.findAll()));
app.get('/stalls', async (req, res) => res.json(await stalls.findAll()));
app.listen(3000);
