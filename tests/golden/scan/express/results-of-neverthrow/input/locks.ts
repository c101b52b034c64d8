import express, { type Response } from 'express';
import { err, errAsync, ok, okAsync, Result, ResultAsync } from 'neverthrow';
import { gauge } from './gauge';

class Failure extends Error { constructor(message: string, readonly status: number) { super(message); } }
class Dry extends Failure { constructor() { super('dry', 503); } }
class Missing extends Failure { constructor() { super('missing', 404); } }
class Closed extends Failure { constructor() { super('closed', 409); } }
// It is given nowhere.
class Drowned extends Failure { constructor() { super('drowned', 410); } }

const statusOf = (error: Failure): number => {
  switch (error.constructor) {
    case Drowned: return 410;
    case Closed: return 409;
    case Missing: return 404;
    default: return 503;
  }
};
const tell = (response: Response) => (error: Failure) => response.status(statusOf(error)).json({ error: error.message });

const find = (id: string): ResultAsync<any, Dry | Missing> =>
  ResultAsync.fromPromise(gauge.read(id), () => new Dry()).andThen((lock) => (lock ? okAsync(lock) : errAsync(new Missing())));
const open = (lock: any): Result<{ open: true }, Closed> => (lock.level > 3 ? ok({ open: true as const }) : err(new Closed()));

const locks = express();
locks.get('/locks/:id', (request, response) => find(request.params.id).match((lock) => response.json({ level: lock.level }), tell(response)));
locks.post('/locks/:id/open', (request, response) =>
  find(request.params.id).andThen(open).map((done) => response.status(201).json(done)).mapErr(tell(response)));
locks.get('/levels/:id', async (request, response) => {
  const found = await find(request.params.id);
  if (found.isErr()) return tell(response)(found.error);
  return response.json({ level: found.value.level });
});
// Its error is replaced: it cannot fail any more.
locks.get('/guesses/:id', async (request, response) => {
  const level = await find(request.params.id).map((lock) => Number(lock.level)).unwrapOr(2);
  response.json({ level });
});
locks.get('/sums', (request, response) => {
  const parse = Result.fromThrowable(JSON.parse, () => new Closed());
  const sum = parse(request.query.of as string).andThen((of) => (of ? ok(1) : err(new Missing())));
  if (sum.isOk()) return response.json({ sum: sum.value });
  return response.status(statusOf(sum.error)).end();
});
locks.listen(8302);
