const { isAsyncFunction } = require('util/types');
const { types } = require('node:util');
const { AsyncLocalStorage } = require('node:async_hooks');

// What it does depends on how the handler is written.
exports.wrap = (handler) => (req, res, next) => {
  if (isAsyncFunction(handler)) return handler(req, res, next).catch((error) => next(error));
  return handler(req, res, next);
};
exports.settle = (handler) =>
  types.isAsyncFunction(handler)
    ? (req, res, next) => Promise.resolve(handler(req, res, next)).catch(next)
    : (req, res) => res.status(501).json({ error: 'not asynchronous' });

// Works for long itself, bit by bit, before it comes to the handler.
const sinks = Array.from({ length: 40 }, (_, index) => (name) => {
  const counts = Object.create(null);
  for (let turn = 0; turn < 80; turn++) counts[`${name}-${turn}`] = turn * index;
  return counts;
});
exports.traced = (handler) => async (req, res, next) => {
  for (const sink of sinks) sink(handler.name);
  try {
    await handler(req, res, next);
  } catch (error) {
    res.status(error.status ?? 500).json({ error: error.message });
  }
};

// What it is given is a function that names the request: the handler answers in there.
const within = (work) => {
  for (const sink of sinks.slice(0, 25)) sink('within');
  return work();
};
exports.inside = (handler) => (req, res) => {
  try {
    within(() => handler(req, res));
  } catch (error) {
    res.status(500).json({ error: error.message });
  }
};

// Each takes long on its own before it comes to the handler, and answers in a function that something else runs.
const storage = new AsyncLocalStorage();
const keep = (work) => storage.run({}, async () => work());
exports.stored = (handler) => async (req, res) => {
  await keep(async () => {
    for (const sink of sinks) sink('stored');
    try {
      const made = await handler(req.body);
      res.status(201).json(made);
    } catch (error) {
      res.status(error.status ?? 500).json({ error: error.message });
    }
  });
};
exports.sinks = sinks;
