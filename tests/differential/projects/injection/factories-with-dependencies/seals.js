const { Router } = require('express');
module.exports = function makeSeals(services) {
  const router = new Router();
  router.all('/seals', services.guards.scribe, (req, res) => res.end());
  return router;
};
