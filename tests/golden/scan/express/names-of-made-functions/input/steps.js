// Several functions of one call: each has its own name.
exports.makeSteps = (shop) => {
  const knockFirst = (req, res, next) => (req.get('x-knock') ? next() : res.status(401).end());
  function weigh(req, res, next) {
    req.weight = shop.scales;
    next();
  }
  return { knockFirst, weigh, dust: (req, res, next) => next() };
};

// One function of one call: the call says what it does, unless its name says nothing.
exports.oven = (degrees) => {
  const middleware = (req, res, next) => (degrees > 250 ? res.status(503).end() : next());
  return middleware;
};
exports.kneading = require('./kneading')({ minutes: 10 });
exports.createMiddleware = () => function rest(req, res, next) { next(); };

// Functions around one: it runs with what they are called with.
exports.settled = (step) => (req, res, next) => Promise.resolve(step(req, res, next)).catch(next);
exports.wrap = (fn) => function settledWrap(...args) { return fn(...args); };
exports.bound = (fn) => function () { return fn.apply(this, arguments); };

// These take a function and run something of their own.
exports.demand = (allowed) => (req, res, next) => (allowed(req.get('x-baker'), 'oven') ? next() : res.status(403).end());
exports.either = (one, other) => (req, res, next) => one(req, res, (error) => (error ? other(req, res, next) : next()));
exports.onDays = (day, step) => (req, res, next) => (new Date().getDay() === day ? step(req, res, next) : next());
