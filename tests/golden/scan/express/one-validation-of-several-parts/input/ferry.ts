import express, { type NextFunction, type Request, type Response } from 'express';
import { z, type ZodType } from 'zod';

const ferry = express();
ferry.use(express.json());

/** Of one part or another, by the method. */
const checked = (schema: ZodType) => async (req: Request, res: Response, next: NextFunction) => {
  try {
    const given = req.method === 'GET' ? req.query : req.body;
    const found = await schema.parseAsync(given);
    if (req.method === 'GET') Object.defineProperty(req, 'query', { value: found });
    else req.body = found;
    next();
  } catch (failure) {
    res.status(422).json({ failed: true });
  }
};
const passenger = z.object({ name: z.string().min(2), mail: z.string().trim().check(z.email()), weight: z.coerce.number().max(200).optional() });
ferry.post('/passengers', checked(passenger), (req: Request, res: Response) => { res.json({ ok: true }); });
ferry.get('/passengers', checked(passenger), (req: Request, res: Response) => { res.json({ ok: true }); });

/** Texts of a query are said to be texts, and made numbers. */
ferry.get('/trips', (req: Request, res: Response) => {
  const page = parseInt(req.query.page as string, 10) || 1;
  const size = Number(req.query.size as string | undefined) || 20;
  const word = req.query.word as string;
  const seal = req.header('x-seal') as string | false | undefined;
  res.json({ page, size, word: String(word), sealed: Boolean(seal) });
});

/** The validator lets it be missing, the handler does not. */
const range = z.object({ from: z.string().optional(), until: z.string().default('tomorrow') });
ferry.get('/range', (req: Request, res: Response) => {
  const { from, until } = range.parse(req.query);
  if (!from) { res.status(400).json({ failed: 'from' }); return; }
  if (!until) { res.status(400).json({ failed: 'until' }); return; }
  res.json({ from, until });
});
ferry.listen(3000);
