exports.series = (tasks, done) => {
  const next = (index) => (index === tasks.length ? done && done(null) : tasks[index]((error) => (error ? done(error) : next(index + 1))));
  next(0);
};
exports.parallel = (tasks, done) => {
  let left = tasks.length;
  for (const task of tasks)
    task(() => {
      if (--left === 0 && done) done(null);
    });
};
exports.waterfall = (tasks, done) => {
  const next = (index, ...args) =>
    index === tasks.length ? done && done(null, ...args) : tasks[index](...args, (error, ...more) => next(index + 1, ...more));
  next(0);
};
exports.memoize = (task) => {
  let known = null;
  return (...args) => {
    const done = args.pop();
    if (known) done(...known);
    else task(...args, (...given) => done(...(known = given)));
  };
};
exports.apply =
  (task, ...given) =>
  (...args) =>
    task(...given, ...args);
exports.constant =
  (...values) =>
  (done) =>
    done(null, ...values);
exports.retry = (options, task, done) => {
  const tries = typeof options === 'function' ? 5 : options.times || options;
  if (typeof options === 'function') return exports.retry(tries, options, task);
  task((error, ...given) => (error && tries > 1 ? exports.retry(tries - 1, task, done) : done(error, ...given)));
};
