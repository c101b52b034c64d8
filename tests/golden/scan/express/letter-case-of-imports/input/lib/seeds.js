const seeds = require('express').Router();
seeds.get('/kinds', (request, response) => { response.json(['millet']); });
module.exports = seeds;
