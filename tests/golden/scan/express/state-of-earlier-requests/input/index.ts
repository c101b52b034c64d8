import express from 'express';
import { Caller } from './caller';
import { allCharts, tooMany, watch } from './watch';

const harbour = express();
const caller = new Caller();
let berths = 3;

harbour.use(express.json());
harbour.use((req, res, next) => {
  if (req.headers.authorization) caller.enter(req.headers.authorization);
  next();
});

harbour.put('/watch', (req, res) => {
  watch.closed = req.body.closed === true;
  watch.keeper = { name: req.body.name, since: Date.now() };
  res.status(204).end();
});

harbour.get('/watch', (req, res) => {
  if (!watch.keeper) return res.status(404).json({ error: 'nobody keeps watch' });
  res.json(watch.keeper);
});

harbour.get('/tides', (req, res) => {
  if (watch.closed) return res.status(503).json({ closed: true });
  if (tooMany()) return res.status(429).end();
  res.json({ high: 4 });
});

harbour.get('/me', (req, res) => {
  const user = caller.get();
  if (!user) return res.status(401).json({ error: 'who is there?' });
  res.json({ rank: user.rank, last: Caller.last });
});

harbour.post('/berths', (req, res) => {
  if (berths === 0) return res.status(409).json({ error: 'full' });
  berths -= 1;
  res.status(201).json({ left: berths });
});

harbour.get('/charts', (req, res) => res.json(allCharts()));

harbour.listen(3000);
