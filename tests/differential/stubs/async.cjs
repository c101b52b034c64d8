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
