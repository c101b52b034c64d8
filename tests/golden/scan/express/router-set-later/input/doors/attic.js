const { Router } = require('express');

module.exports = () => {
  const attic = Router();
  attic.put('/boxes/:box', (request, response) => response.end());
  return attic;
};
