const express = require('express');
const granary = express();
granary.use(express.json());

// What a function does behind an early return it has not done where it returned early.
granary.get('/closure', (req, res) => {
  let dry = false;
  const check = (same) => {
    if (!same) return;
    dry = true;
  };
  check(req.get('x-seal') === req.query.seal);
  if (!dry) return res.status(403).json({ error: 'wet' });
  res.json({ sacks: 1 });
});
granary.get('/rounds', (req, res) => {
  const state = { found: null };
  ['x-first', 'x-second'].forEach((name) => {
    if (req.get(name) !== 'rye') return;
    state.found = name;
  });
  if (state.found === null) return res.status(404).json({ error: 'no rye' });
  res.json({ found: state.found });
});
// Two ways out, one after the other.
granary.get('/twice', (req, res) => {
  let grade = 'none';
  const judge = () => {
    if (req.query.wet) return;
    grade = 'plain';
    if (!req.query.sieved) return;
    grade = 'fine';
  };
  judge();
  if (grade === 'none') return res.status(422).json({ grade });
  res.json({ grade });
});
// Behind a wait it is the same.
granary.get('/wait', async (req, res) => {
  let owner;
  const load = async () => {
    if (!req.query.owner) return;
    const found = await fetch(`http://owners/${req.query.owner}`);
    owner = await found.json();
  };
  await load();
  if (!owner) return res.status(401).json({ error: 'whose' });
  res.json({ owner: owner.name });
});

// Who asks what it gave has what it did on that way, and nothing of the others.
const admitted = (req) => {
  if (!req.get('x-badge')) {
    req.problem = 'no badge';
    return false;
  }
  req.worker = { badge: req.get('x-badge'), shift: 1 };
  return true;
};
granary.get('/asked', (req, res) => {
  if (!admitted(req)) return res.status(401).json({ problem: req.problem });
  res.json({ shift: req.worker.shift, problem: req.problem });
});
const kept = async (req) => {
  const badge = await fetch(`http://badges/${req.get('x-badge')}`);
  if (!badge.ok) {
    req.problem = 'unknown badge';
    return false;
  }
  req.worker = { shift: 2 };
  return true;
};
granary.get('/asked/waiting', async (req, res) => {
  if (!(await kept(req))) return res.status(403).json({ problem: req.problem });
  res.json({ shift: req.worker.shift });
});
// It is not asked at once: what stood in between may have changed it.
granary.get('/asked/later', (req, res) => {
  const isIn = admitted(req);
  req.worker = { shift: 3 };
  if (!isIn) return res.status(401).json({ problem: req.problem });
  res.json({ shift: req.worker.shift });
});

granary.listen(3000);
