const express = require('express');

exports.office = express();
exports.office.use(express.json());
exports.adapt = (serve) => (req, res) => {
  const { status, body } = serve({ ...(req.body || {}), ...(req.query || {}), ...(req.params || {}), clerk: req.clerk });
  res.status(status).json(body);
};
