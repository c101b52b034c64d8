exports.gather = function gather(source) {
  const found = {};
  let waiting = 0;
  let done;
  return function next(step) {
    if (typeof step === 'function') {
      done = step;
    } else {
      waiting++;
      source[step]((error, value) => {
        if (error) return done(error);
        found[step] = value;
        if (--waiting === 0) done(null, found);
      });
    }
    return next;
  };
};
