const { nameOfCaller } = require('../callers');

module.exports = function towpaths(app) {
  app.get('/' + nameOfCaller(), (req, res) => res.json([]));
};
