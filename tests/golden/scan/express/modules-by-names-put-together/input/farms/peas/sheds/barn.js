const express = require('express');

module.exports = (lane) => {
  const barn = express();
  barn.get(`${lane}/peas`, (request, response) => response.json({ peas: true }));
  barn.listen(8080);
};
