const express = require('express');

class Missing extends Error {
  constructor(what) {
    super(`${what} not found`);
    this.status = 404;
  }
}
const trees = [{ name: 'ash' }, { name: 'elm' }];
// It calls back later, with one of two: whoever waits goes on once, with either.
function lookUp(name, done) {
  setImmediate(() => {
    const found = trees.find((tree) => tree.name === name);
    if (!found) return done(new Missing('tree'));
    done(null, found);
  });
}
const wrap = (fn) => (req, res, next) => Promise.resolve(fn(req, res, next)).catch(next);

const app = express();
app.get(
  '/trees/:name',
  wrap(async (req, res) => {
    const tree = await new Promise((resolve, reject) => {
      const limit = setTimeout(() => reject(new Error('slow')), 1000);
      lookUp(req.params.name, (error, value) => {
        clearTimeout(limit);
        if (error) return reject(error);
        resolve(value);
      });
    });
    res.json({ tree: tree.name });
  }),
);
app.use((error, req, res, next) => res.status(error.status || 500).json({ error: error.message }));
app.listen(3000);
