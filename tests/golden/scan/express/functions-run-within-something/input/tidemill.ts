import { SpanStatusCode, context, trace, type Span } from '@opentelemetry/api';
import AsyncLock from 'async-lock';
import { Mutex, Semaphore } from 'async-mutex';
import Bottleneck from 'bottleneck';
import { createNamespace } from 'cls-hooked';
import { ExponentialBackoff, handleAll, retry } from 'cockatiel';
import { backOff } from 'exponential-backoff';
import express, { type NextFunction, type Request, type Response } from 'express';
import mongoose, { Schema, model } from 'mongoose';
import newrelic from 'newrelic';
import CircuitBreaker from 'opossum';
import Redlock from 'redlock';

const Sluice = model('Sluice', new Schema({ name: { type: String, required: true }, height: { type: Number, required: true } }));

const tracer = trace.getTracer('tidemill');

/** In a span of its own. */
function inSpan<T>(name: string, work: (span: Span) => Promise<T>): Promise<T> {
  return tracer.startActiveSpan(name, async (span) => {
    try {
      const found = await work(span);
      span.setStatus({ code: SpanStatusCode.OK });
      return found;
    } catch (error) {
      span.recordException(error as Error);
      throw error;
    } finally {
      span.end();
    }
  });
}

const scope = createNamespace('tidemill');
const gate = new Mutex();
const pair = new Semaphore(2);
const lock = new AsyncLock();
const far = new Redlock([]);
const limiter = new Bottleneck({ maxConcurrent: 1 });
const again = retry(handleAll, { maxAttempts: 3, backoff: new ExponentialBackoff() });
const breaker = new CircuitBreaker((name: string) => Sluice.findOne({ name }).select('height'), { timeout: 500 });

const app = express();
app.use(express.json());

// What comes behind is run in a scope that is asked for later.
app.use((req: Request, _res: Response, next: NextFunction) => {
  scope.run(() => {
    scope.set('agent', req.get('user-agent'));
    next();
  });
});
app.use((_req, _res, next) => context.with(context.active(), () => next()));

app.get('/sluices', async (_req, res) => {
  res.json(await inSpan('list', () => Sluice.find().lean()));
});
app.get('/sluices/:id', async (req, res) => {
  const found = await inSpan('one', async (span) => {
    span.setAttribute('sluice', req.params.id);
    return Sluice.findById(req.params.id);
  });
  if (!found) return res.status(404).json({ error: 'no such sluice' });
  res.json({ name: found.name });
});
app.post('/sluices', async (req, res) => {
  const made = await gate.runExclusive(() => Sluice.create({ name: req.body.name, height: req.body.height }));
  res.status(201).json({ id: made.id });
});
app.put('/sluices/:id', async (req, res) => {
  const height = await far.using([req.params.id], 5000, async (signal) => {
    if (signal.aborted) throw signal.error;
    return (await Sluice.findByIdAndUpdate(req.params.id, { height: req.body.height }, { new: true }).orFail()).height;
  });
  res.json({ height });
});
app.get('/levels', async (_req, res) => {
  const level = await pair.runExclusive(async () => ({ level: 3 }));
  res.json(level);
});
app.get('/names', async (_req, res) => {
  res.json(await lock.acquire('names', async () => ['upper', 'lower']));
});
app.get('/limited', async (_req, res) => {
  res.json({ sum: await limiter.schedule((a: number, b: number) => Promise.resolve(a + b), 1, 2) });
});
app.get('/again', async (_req, res) => {
  res.json(await again.execute(async () => ({ tried: true })));
});
app.get('/backing', async (_req, res) => {
  res.json(await backOff(async () => ({ waited: true }), { numOfAttempts: 2 }));
});
app.get('/heights/:name', async (req, res) => {
  const found = await breaker.fire(req.params.name);
  if (!found) return res.sendStatus(404);
  res.json({ height: found.height });
});
app.get('/timed', async (_req, res) => {
  await newrelic.startSegment('timed', true, async () => {
    res.json({ timed: true });
  });
});

// A function that says itself when it is done gives nothing.
app.get('/called-back', (_req, res) => {
  lock.acquire(
    'names',
    (done) => done(null, ['upper']),
    (_error, names) => res.json({ names }),
  );
});
// What a package gives that is told of no function is not known.
app.get('/free', async (_req, res) => {
  const release = await gate.acquire();
  release();
  res.json({ free: release });
});

mongoose.connect('mongodb://localhost/tidemill').then(() => app.listen(3000));
