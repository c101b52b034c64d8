const express = require('express');
const app = express();
app.use(express.json());
const rows = [{ kid: 1, kname: 'ash' }];
const byName = (name) => rows.find((row) => row.kname === name);
function lookup(name, done) {
  setImmediate(() => {
    const found = byName(name);
    if (!found) return done(Object.assign(new Error('x'), { status: 404 }));
    done(null, found);
  });
}
const findLater = (name) => new Promise((resolve, reject) => {
  const found = byName(name);
  if (found) resolve(found); else reject(Object.assign(new Error('gone'), { status: 410 }));
});
app.get('/a', (req, res, next) => {
  const h = req.headers['x-h'];
  if (h) {
    return lookup('ash', (error, value) => (error ? next(error) : res.json(value)));
  }
  return res.status(418).json({ k105: 1 });
});
app.get('/a2', (req, res, next) => {
  const h = req.headers['x-h'];
  if (h) {
    setImmediate(() => res.json({ x: 1 }));
    return;
  }
  return res.status(418).json({ k105: 1 });
});
app.get('/b', (req, res, next) => {
  const h = req.headers['x-h'];
  if (!h) return res.status(409).json({ k: 1 });
  return findLater(h).then(({ kid }) => res.json({ kid })).catch(next);
});
app.get('/b2/:p', (req, res, next) => {
  const h = req.headers['x-h'];
  if (!h) { return res.status(409).json({ k: 1 }); }
  return findLater(req.params.p).then(({ kid }) => res.json({ kid })).catch(next);
});
app.get('/b3/:p', (req, res, next) => {
  return findLater(req.params.p).then(({ kid }) => res.json({ kid })).catch(next);
});
app.use((error, req, res, next) => { res.status(error.status || 500).json({ kerror: error.message }); });
app.listen(3000);
