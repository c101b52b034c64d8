const express = require('express');

const cannery = express();
const tins = new Map();
// Every error is answered with 200 here, and is a refusal all the same: what stands in front is no endpoint.
const load = async (request, response, next) => {
  try {
    if (!tins.has(request.params.tin)) throw new Error('no such tin');
    response.locals.tin = tins.get(request.params.tin);
    next();
  } catch (error) {
    next(error);
  }
};
cannery.post('/tins/:tin', load);
cannery.post('/tins/:tin', express.json(), (request, response) => response.json({ sealed: request.body.lid }));
cannery.use((error, request, response, next) => response.json({ code: 1000, message: error.message }));
cannery.listen(4130);
