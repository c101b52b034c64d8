// Who asks whether something is missing is told by a callback: where it is, nothing follows.
const express = require('express');
const store = require('rope-store');

const ropery = express();
ropery.use(express.json());
const lacking = (given, names) => {
  if (!given || typeof given !== 'object') return names;
  return names.filter((name) => !Object.hasOwn(given, name));
};
const lackingFrom = (given, names) => {
  if (given.kind === 'hawser') return ['strands', 'length'];
  return names.filter((name) => given[name] === undefined);
};
function checked(find, given, names, done) {
  const missing = find(given, names);
  if (!missing.length) return true;
  if (typeof done === 'function') return done(new Error(`missing: ${missing[0]}`));
  return false;
}
function checkedByName(find, given, names, done) {
  const missing = find(given, names);
  if (!missing.length) return true;
  done(new Error(`missing: ${missing.join()}`));
  return false;
}
const answer = (res) => (error) => {
  if (error) {
    res.status(400).json({ why: error.message });
    return;
  }
  res.json({ stored: true });
};

ropery.post('/ropes', (req, res) => {
  const done = answer(res);
  if (!checked(lacking, req.body, ['strands'], done)) return;
  store.keep(req.body.strands, () => done());
});
ropery.put('/ropes/:name', (req, res) => {
  const done = answer(res);
  req.body.name = req.params.name;
  if (!checkedByName(lacking, req.body, ['name', 'strands'], done)) return;
  done();
});
ropery.post('/hawsers', (req, res) => {
  const done = answer(res);
  if (!checked(lackingFrom, req.body, ['strands'], done)) return;
  store.keep(req.body.strands, () => done());
});

// It goes on, whatever it was told: what is sent second arrives only where nothing was missing.
ropery.post('/twines', (req, res) => {
  const done = answer(res);
  checkedByName(lackingFrom, req.body, ['strands'], done);
  done();
});

ropery.listen(3000);
