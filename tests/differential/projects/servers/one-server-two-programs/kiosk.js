const express = require('express');

module.exports = function kiosk(options) {
  const app = express();
  const pages = express.Router();
  [
    '/news',
    '/weather',
  ].forEach((path) => pages.get(path, (req, res) => res.end()));
  app.use('/pages', pages);
  if (options.counter) app.post('/count', (req, res) => res.end());
  return app;
};
