import express from 'express';
import harbours from 'harbour-registry';
import { Gas, Oil, Radio, Wire, type Backend } from './backends';
import { Watch } from './watch';

const quay = express();
quay.use(express.json());

const open: Record<string, { backend: Backend; watch: Watch }> = {};

function backendOf(harbour: { maker: string; address: string }): Backend {
  switch (harbour.maker) {
    case 'radio':
      return new Radio(harbour.address);
    case 'wire':
      return new Wire(harbour.address);
    case 'gas':
      return new Gas(harbour.address);
    default:
      return new Oil(harbour.address);
  }
}

// Whoever opens a harbour leaves its lamps for the requests that come later.
quay.post('/harbours/:harbour', async (req, res) => {
  const harbour = await harbours.find(req.params.harbour);
  if (!harbour) return res.status(404).json({ error: 'no such harbour' });
  if (open[harbour.id]) return res.status(409).json({ error: 'open' });
  const backend = backendOf(harbour);
  open[harbour.id] = { backend, watch: new Watch(backend) };
  res.status(201).json({ open: true });
});

quay.put('/harbours/:harbour/lamps/:lamp', (req, res) => {
  const harbour = open[req.params.harbour];
  if (!harbour) return res.status(404).json({ error: 'closed' });
  harbour.backend
    .set(req.params.lamp, req.body.on === true)
    .then((changed) => {
      res.json({ changed: Number(changed) });
      harbour.watch.look();
    })
    .catch((error: Error) => res.status(502).json({ error: error.message }));
});

quay.delete('/harbours/:harbour/lamps/:lamp', async (req, res, next) => {
  const harbour = open[req.params.harbour];
  if (!harbour) return res.status(404).json({ error: 'closed' });
  try {
    await harbour.backend.set(req.params.lamp, false);
    harbour.watch.look();
    res.status(204).end();
  } catch (error) {
    next(error);
  }
});

quay.get('/harbours/:harbour/lamps', (req, res) => {
  const harbour = open[req.params.harbour];
  if (!harbour) return res.status(404).json({ error: 'closed' });
  res.json({ lamps: harbour.watch.lamps });
});

// Each of these, and each may have to be asked again.
const beacons = [
  new Radio('north'),
  new Wire('south'),
  new Gas('east'),
  new Oil('west'),
  new Radio('mole'),
  new Wire('pier'),
  new Gas('lock'),
  new Oil('dock'),
];
const watches = beacons.map((beacon) => new Watch(beacon));

quay.patch('/beacons/:beacon', async (req, res) => {
  const number = Number(req.params.beacon);
  const beacon = beacons[number];
  if (!beacon) return res.status(404).json({ error: 'no such beacon' });
  const changed = await beacon.set('all', req.body.on === true).catch(() => null);
  await watches[number]!.look();
  // Lamps need a moment.
  for (let moment = 0; moment < 4; moment++) await new Promise((resolve) => setTimeout(resolve, 50));
  if (changed === null) return res.status(502).json({ error: 'dark' });
  res.json({ changed: Number(changed), seen: watches[number]!.lamps.length });
});

quay.listen(3000);
