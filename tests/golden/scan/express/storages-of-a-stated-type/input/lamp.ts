// What is kept beside a request is what the storage's type argument says; who asks whether it is there finds it or not.
import express, { NextFunction, Request, Response } from 'express';
import { AsyncLocalStorage } from 'node:async_hooks';
import jwt from 'jsonwebtoken';

interface Watch {
  keeper: string;
  rank: 'first' | 'second';
  boat?: { id: number; name: string };
}
const watch = new AsyncLocalStorage<Watch>();
class Trace extends AsyncLocalStorage<{ trace: string }> {
  current() {
    return this.getStore()?.trace;
  }
}
const trace = new Trace();
// Nothing is said of these.
const kept = new AsyncLocalStorage<Map<string, unknown>>();
const bare = new AsyncLocalStorage();

const lamp = express();
lamp.use((req, res, next) => trace.run({ trace: String(req.headers['x-trace'] ?? 'none') }, next));

function signedIn(req: Request, res: Response, next: NextFunction) {
  const token = req.headers.authorization?.split(' ')[1];
  if (!token) return res.status(401).json({ error: 'no token' });
  const claims = jwt.verify(token, 'lamp') as any;
  watch.run({ keeper: claims.sub, rank: claims.rank }, () => next());
}
function first(req: Request, res: Response, next: NextFunction) {
  const now = watch.getStore();
  if (!now?.keeper) return res.status(401).json({ error: 'nobody' });
  if (now.rank !== 'first') return res.status(403).json({ error: 'second' });
  next();
}

lamp.get('/watch', signedIn, (req, res) => {
  const { keeper, rank, boat } = watch.getStore()!;
  res.json({ keeper, rank, boat });
});
lamp.get('/trace', (req, res) => res.json({ trace: trace.current(), all: trace.getStore() }));
lamp.get('/oil', signedIn, first, (req, res) => res.json({ litres: 3 }));
lamp.get('/kept', (req, res) => res.json({ kept: kept.getStore()?.get('log'), bare: bare.getStore() }));

lamp.listen(4000);
