module.exports = () =>
  function cors(req, res, next) {
    next();
  };
