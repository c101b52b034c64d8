const express = require('express');

module.exports = class FlowerBed {
  open(seeds) {
    const bed = express();
    for (const seed of seeds.names()) bed.get(`/${seed}`, (request, response) => response.json({ seed }));
    bed.listen(8080);
  }
};
