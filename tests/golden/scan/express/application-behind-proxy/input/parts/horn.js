const { Router } = require('express');

module.exports = (host) => {
  const signals = Router();
  signals.get('/', (req, res) => res.json({ horn: host.fog.horn }));
  host.use('/signals', signals);
};
