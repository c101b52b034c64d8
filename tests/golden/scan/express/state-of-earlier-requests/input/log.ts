import { Router } from 'express';

/** A list in memory: empty when the server starts. */
const entries: { id: string; text: string }[] = [];
/** Known from the start, so the first request finds one. */
const ports = [{ code: 'HAM', deep: true }];

export const log = Router();
log.post('/', (req, res) => {
  entries.push({ id: String(entries.length), text: req.body.text });
  res.status(201).end();
});
log.get('/', (req, res) => res.json(entries));
log.get('/:id', (req, res) => {
  const entry = entries.find(({ id }) => id === req.params.id);
  if (!entry) return res.status(404).json({ error: 'no such entry' });
  res.json({ text: entry.text, by: 'harbour master' });
});
log.get('/ports/all', (req, res) => res.json(ports));
log.post('/ports', (req, res) => {
  ports.push(req.body.port);
  res.status(201).json({ known: ports.length });
});
