import { Hono } from 'hono';
import { contextStorage, getContext, tryGetContext } from 'hono/context-storage';
import { HTTPException } from 'hono/http-exception';

const piers = ['Torshavn', 'Vagur'].map((name, at) => ({ name, length: at * 40 }));

// Outside of a request there is no context.
const season = () => tryGetContext()?.req.header('x-season') ?? 'summer';

class Timetable {
  constructor(harbour) {
    this.harbour = harbour;
  }
  async departures() {
    const pier = piers.find(({ name }) => name === this.harbour);
    if (!pier) throw new HTTPException(404, { message: 'no such pier' });
    return { harbour: this.harbour, first: '06:30', season: season() };
  }
}

const timetable = () => getContext().var.timetable;
const lane = () => getContext().get('lane');
const captain = () => {
  const key = getContext().req.header('x-captain');
  if (!key) throw new HTTPException(401, { message: 'captains only' });
  return key;
};
const created = () => getContext().status(201);

const ferries = new Hono();
ferries.use(contextStorage());
ferries.use(async (c, next) => {
  c.set('timetable', new Timetable(c.req.query('harbour') ?? 'Torshavn'));
  await next();
});
ferries.get(`/${season()}/departures`, async (c) => c.json(await timetable().departures()));

// One function, another context for each route.
const cars = async (c, next) => {
  c.set('lane', { lane: 2 });
  await next();
};
const trucks = async (c, next) => {
  c.set('lane', { plates: 'long' });
  await next();
};
ferries.get('/cars', cars, (c) => c.json(lane()));
ferries.get('/trucks', trucks, (c) => c.json(lane()));

ferries.post('/logs', async (c) => {
  const { text } = await getContext().req.json();
  created();
  return c.json({ by: captain(), text: `${text}` });
});
ferries.onError((error, c) => {
  const wanted = getContext().req.query('lang');
  return error instanceof HTTPException ? c.json({ said: error.message, wanted: wanted ?? 'en' }, error.status) : c.json({ oops: true }, 500);
});

export default ferries;
