const express = require('express');

exports.openStall = (tents, name) => {
  const stall = express.Router();
  stall.get('/prices', (request, response) => response.json({ prices: [] }));
  tents.use(`/${name}`, stall); //~ project/registered-while-serving
};
