module.exports = function middlewareConstructor(dough) {
  return function (req, res, next) {
    req.kneaded = dough.minutes;
    next();
  };
};
