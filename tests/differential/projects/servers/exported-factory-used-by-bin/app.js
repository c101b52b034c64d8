const express = require('express');
module.exports = function createApp({ prefix = '' } = {}) {
  const app = express();
  app.use(`${prefix}/pages`, require('./pages')());
  return app;
};
