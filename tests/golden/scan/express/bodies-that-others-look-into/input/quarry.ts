import express, { type NextFunction, type Request, type Response } from 'express';
import { z } from 'zod';

interface Load {
  stone: string;
  weight: number;
}
const decode = (stone: string): string => Buffer.from(stone, 'hex').toString();
const weigh = (load: Load): number => load.weight;

const quarry = express();
quarry.use(express.json());
// In front of routes of all methods: a member for a typed function, the loads of a list, and the whole body by its type.
const decoded = (req: Request, _res: Response, next: NextFunction) => {
  if (req.body?.stone) req.body.stone = decode(req.body.stone);
  for (const part of ['body', 'query'] as const) if (req[part]?.mark) decode(req[part].mark);
  next();
};
const weighed = (req: Request<unknown, unknown, Load>, res: Response, next: NextFunction) =>
  req.method === 'POST' && weigh(req.body) > 9000 ? res.status(413).json({ heavy: true }) : next();
const stones = express.Router();
stones.use(decoded, weighed);
stones.get('/', (_req, res) => res.json([]));
stones.head('/:id', (_req, res) => res.end());
stones.post('/', (_req, res) => res.status(201).json({ laid: true }));
stones.delete('/:id', (_req, res) => res.json({ gone: true }));
quarry.use('/stones', stones);

// Who asks for a body himself has one, and so has who stands behind a check of it.
quarry.get('/search', (req, res) => res.json({ hits: decode(req.body.query) }));
const checked = (req: Request, res: Response, next: NextFunction) => {
  const result = z.object({ from: z.string(), to: z.string() }).safeParse(req.body);
  return result.success ? next() : res.status(400).json({ why: 'range' });
};
quarry.get('/range', checked, (_req, res) => res.json([]));
quarry.listen(4101);
