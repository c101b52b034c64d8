const Q = require('q');

// A promise and what settles it, handed out apart.
exports.find = (number) => {
  const found = Q.defer();
  if (number > 12) found.reject({ reason: 'no such oven' });
  else found.resolve({ number, hot: true });
  return found.promise;
};

// Node's callbacks: the resolver makes one.
exports.heat = (oven, done) => done(null, { degrees: 220 });
exports.heatLater = (oven) => {
  const heated = Q.defer();
  exports.heat(oven, heated.makeNodeResolver());
  return heated.promise;
};
