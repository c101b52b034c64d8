const express = require('express');

module.exports = (lane) => {
  const barn = express();
  barn.get(`${lane}/oats`, (request, response) => response.json({ oats: true }));
  barn.listen(8080);
};
