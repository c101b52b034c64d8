const { Router } = require('express');

(function () {
  const router = Router();
  router.post('/berths', (req, res) => res.status(201).json({ berth: req.body.berth }));
  this.exports = router;
}).call(module);
