const express = require('express');

module.exports = (lane) => {
  const barn = express();
  barn.get(`${lane}/hops`, (request, response) => response.json({ hops: true }));
  barn.listen(8080);
};
