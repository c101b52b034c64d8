const { prefixOfCaller } = require('../callers');

module.exports = function locks(app) {
  app.get(prefixOfCaller() + '/:lock', (req, res) => res.json({ level: 2 }));
};
