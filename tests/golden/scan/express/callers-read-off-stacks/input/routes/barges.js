const { prefixByCapture } = require('../callers');

module.exports = function barges(app) {
  app.post(prefixByCapture(), (req, res) => res.status(201).json({ barge: 1 }));
};
