module.exports = {
  initialize: () =>
    function initialize(req, res, next) {
      next();
    },
  session: () =>
    function authenticate(req, res, next) {
      next();
    },
  authenticate: () =>
    function authenticate(req, res, next) {
      next();
    },
  use() {},
};
