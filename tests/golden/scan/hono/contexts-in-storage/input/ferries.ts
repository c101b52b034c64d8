import { Hono } from 'hono';
import { contextStorage, getContext, tryGetContext } from 'hono/context-storage';
import { HTTPException } from 'hono/http-exception';
import { piers } from './piers';

// Outside of a request there is no context.
const season = () => tryGetContext()?.req.header('x-season') ?? 'summer';

class Timetable {
  constructor(private readonly harbour: string) {}
  async departures() {
    const pier = await piers.named(this.harbour);
    if (!pier) throw new HTTPException(404, { message: 'no such pier' });
    return { harbour: this.harbour, first: '06:30', season: season() };
  }
}

type Env = { Variables: { timetable: Timetable; lane: { lane: number } | { plates: string } } };
const timetable = () => getContext<Env>().var.timetable;
const lane = () => getContext<Env>().get('lane');
const captain = () => {
  const key = getContext().req.header('x-captain');
  if (!key) throw new HTTPException(401, { message: 'captains only' });
  return key;
};
const created = () => getContext().status(201);

const ferries = new Hono<Env>();
ferries.use(contextStorage());
ferries.use(async (c, next) => {
  c.set('timetable', new Timetable(c.req.query('harbour') ?? 'Torshavn'));
  await next();
});
ferries.get(`/${season()}/departures`, async (c) => c.json(await timetable().departures()));

// One function, another context for each route.
const cars = async (c: { set(name: 'lane', value: object): void }, next: () => Promise<void>) => {
  c.set('lane', { lane: 2 });
  await next();
};
const trucks = async (c: { set(name: 'lane', value: object): void }, next: () => Promise<void>) => {
  c.set('lane', { plates: 'long' });
  await next();
};
ferries.get('/cars', cars, (c) => c.json(lane()));
ferries.get('/trucks', trucks, (c) => c.json(lane()));

ferries.post('/logs', async (c) => {
  const { text } = await getContext().req.json<{ text: string }>();
  created();
  return c.json({ by: captain(), text });
});
ferries.onError((error, c) => {
  const path = getContext().req.query('lang');
  return error instanceof HTTPException ? error.getResponse() : c.json({ path, oops: true }, 500);
});

export default ferries;
