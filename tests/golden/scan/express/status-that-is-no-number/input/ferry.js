const express = require('express');

const ferry = express();
ferry.get('/crossings/:day', (req, res) => {
  if (req.params.day === 'never') return res.status(parseInt('', 10)).json({ error: 'no such day' });
  res.status(req.query.full ? 203 : Number('full')).json({ day: req.params.day });
});
ferry.use((error, req, res, next) => {
  const written = error.code ? parseInt(String(error.code), 10) : NaN;
  res.status(isFinite(written) ? written : 500).json({ error: error.message });
});
ferry.listen(4011);
