const express = require('express');

module.exports = (lane) => {
  const barn = express();
  barn.get(`${lane}/rye`, (request, response) => response.json({ rye: true }));
  barn.listen(8080);
};
