// What a function in front of all routes looks at to hide it from a log is no field of theirs; what is made of a field, or left for others, is one.
import express, { type NextFunction, type Request, type Response } from 'express';

interface Sent { [key: string]: unknown; pin?: string }
const clinic = express();
clinic.use(express.json());
const hidden = (body: any) => {
  const copy = { ...body };
  if (copy.insurance) copy.insurance = '(hidden)';
  for (const key of ['card', 'cvc']) if (copy[key] !== undefined) copy[key] = null;
  return JSON.stringify(copy);
};
const typed = (body: Sent): string => {
  const copy: Sent = { ...body };
  if (copy.pin) { copy.pin = '(hidden)'; }
  return JSON.stringify(copy);
};
clinic.use((req: Request, res: Response, next: NextFunction) => { console.log(req.path, hidden(req.body), typed(req.body)); next(); });

clinic.get('/patients', (req, res) => { res.json([]); });
clinic.post('/patients', (req, res) => { res.status(201).json({ name: req.body.name, card: req.body.card }); });
clinic.post('/visits', (req: any, res, next) => {
  const copy = { ...req.body };
  if (copy.urgent) copy.urgent = 'yes';
  if (!copy.room) copy.room = 'waiting';
  req.visit = copy;
  next();
}, (req: any, res) => { res.status(201).json(req.visit); });
clinic.post('/bills', (req, res) => {
  const copy = { ...req.body };
  if (copy.paid) copy.paid = true;
  res.status(201).json(copy);
});
clinic.listen(4700);
