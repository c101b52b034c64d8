const express = require('express');

exports.app = express();

exports.ready = async () => {
  exports.app.get('/pilots', (req, res) => res.json({ pilots: [] }));
  exports.app.listen(8080);
};
