import express from 'express';
import { Caller } from './caller';
import { log } from './log';
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

// The whole of what others write into.
harbour.get('/watch/state', (req, res) => res.json(watch));
harbour.get('/watch/summary', (req, res) => res.json({ ...watch, berths }));

// What one request needs another one must have left, and that one needs a third.
let pilot: { name: string } | null = null;
let tow: { line: number; pilot: string } | null = null;
harbour.post('/pilot', (req, res) => {
  pilot = { name: 'Ada' };
  res.status(204).end();
});
harbour.post('/tow', (req, res) => {
  if (!pilot) return res.status(409).json({ error: 'no pilot on board' });
  tow = { line: 40, pilot: pilot.name };
  res.status(202).json(tow);
});
harbour.delete('/tow', (req, res) => {
  if (!tow) return res.status(404).end();
  res.json({ released: tow.line });
});

harbour.use('/log', log);
harbour.get('/charts', (req, res) => res.json(allCharts()));

harbour.listen(3000);
