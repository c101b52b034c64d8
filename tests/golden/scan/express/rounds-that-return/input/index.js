const express = require('express');

const bank = express();
const drawers = [
  { number: 1, plant: 'ash', dry: true },
  { number: 2, plant: 'elm', dry: false },
];
const opened = (plant) =>
  new Promise((resolve, reject) => {
    const drawer = drawers.find((each) => each.plant === plant);
    if (drawer) resolve(drawer);
    else reject(new Error('stuck'));
  });

// A round answers some requests: those need nothing of what is asked for behind the loop.
bank.get('/seeds/waited', async (req, res) => {
  const { plant, by } = req.query;
  for (const drawer of drawers) {
    if (drawer.plant !== plant) continue;
    await opened(plant);
    return res.status(203).json({ drawer: drawer.number });
  }
  if (!by) return res.status(400).json({ error: 'by whom?' });
  res.json({ ordered: true });
});

bank.get('/seeds/at-once', async (req, res) => {
  const { plant, by } = req.query;
  for (const drawer of drawers) {
    if (drawer.plant !== plant) continue;
    return res.status(203).json({ drawer: drawer.number });
  }
  if (!by) return res.status(400).json({ error: 'by whom?' });
  res.json({ ordered: true });
});

bank.get('/seeds/chosen', (req, res) => {
  const { plant, by } = req.query;
  for (const drawer of drawers) {
    switch (plant) {
      case 'ash':
        continue;
      case 'elm':
        if (drawer.dry) break;
        return res.status(203).json({ drawer: drawer.number });
      default:
        break;
    }
  }
  if (!by) return res.status(400).json({ error: 'by whom?' });
  res.json({ ordered: true });
});

bank.get('/seeds/chosen-and-waited', async (req, res) => {
  const { plant, by } = req.query;
  for (let at = 0; at < drawers.length; at++) {
    switch (plant) {
      case 'oak':
        return res.status(410).json({ error: 'no more' });
      case 'elm':
        await opened(plant);
        return res.status(203).json({ drawer: drawers[at].number });
    }
  }
  if (!by) return res.status(400).json({ error: 'by whom?' });
  res.json({ ordered: true });
});

// Here each request needs it.
bank.get('/seeds/asked-first', async (req, res) => {
  const { plant, by } = req.query;
  if (!by) return res.status(400).json({ error: 'by whom?' });
  for (const drawer of drawers) {
    if (drawer.plant !== plant) continue;
    await opened(plant);
    return res.status(203).json({ drawer: drawer.number });
  }
  res.json({ ordered: true });
});

// The rounds only refuse: who is served has said by whom.
bank.get('/seeds/refused', async (req, res) => {
  const { plant, by } = req.query;
  for (const drawer of drawers) {
    if (drawer.plant !== plant) continue;
    await opened(plant);
    return res.status(409).json({ drawer: drawer.number });
  }
  if (!by) return res.status(400).json({ error: 'by whom?' });
  res.json({ ordered: true });
});

// Behind clauses that go on in several ways it is there for some.
bank.get('/labels', (req, res) => {
  const { plant } = req.query;
  switch (plant) {
    case 'ash':
      break;
    case 'elm':
      return res.status(203).json({ label: 'elm' });
    default:
      break;
  }
  res.json({ label: 'other', plant });
});

bank.get('/labels/each', (req, res) => {
  const { plant } = req.query;
  for (const drawer of drawers) {
    switch (plant) {
      case 'ash':
        continue;
      case 'elm':
        return res.status(203).json({ label: drawer.plant });
      default:
        break;
    }
  }
  res.json({ label: 'other', plant });
});

bank.listen(3000);
