import { Hono } from 'hono';
import { basicAuth } from 'hono/basic-auth';
import { bearerAuth } from 'hono/bearer-auth';
import { every, except, some } from 'hono/combine';
import { createMiddleware } from 'hono/factory';
import { HTTPException } from 'hono/http-exception';

const pass = createMiddleware(async (c, next) => {
  if (c.req.header('X-Pass') !== process.env.FERRY_PASS_KEY) throw new HTTPException(401, { message: 'no pass' });
  await next();
});
const pilot = createMiddleware(async (c, next) => {
  if (!c.req.header('X-Pilot')) throw new HTTPException(401, { message: 'no pilot' });
  await next();
});
const paid = createMiddleware(async (c, next) => {
  if (!c.req.header('X-Receipt')) throw new HTTPException(402, { message: 'a receipt, please' });
  await next();
});
const counted = createMiddleware(async (_c, next) => next());
const crew = bearerAuth({ token: 'crew' });
const clerk = basicAuth({ username: 'clerk', password: 'ink' });
const local = (c) => c.req.header('X-From') === 'quay';

const office = new Hono();
const say = (c) => c.json({ ferry: 'north' });

// Any of them does: each is a credential, and one is needed.
office.get('/any', some(crew, clerk, pass), say);
// The same guard by itself is what it is elsewhere.
office.get('/alone', crew, say);
// All of them.
office.get('/all', every(pass, clerk), say);
// One way has two guards, the other one.
office.get('/either', some(every(pass, pilot), crew), say);
// One way has a guard behind something that lets everybody pass.
office.get('/behind', some(every(counted, pass), crew), say);
// A choice within a list, and a choice within a choice.
office.get('/within', every(counted, some(pass, some(pilot, clerk))), say);
// Some pass without any credential.
office.get('/near', some(local, crew), say);
office.get('/counted', some(counted, crew), say);
office.get('/deep', some(every(pass, some(counted, pilot)), crew), say);
// What one way demands is not demanded of who goes another one.
office.get('/receipts', some(paid, crew), say);
// A choice in an exception, and an exception in a choice.
office.use('/docks/*', except('/docks/map', some(pass, crew)));
office.get('/docks/map', say);
office.get('/docks/crane', say);
office.use('/piers/*', some(pass, except('/piers/view', clerk)));
office.get('/piers/view', say);
office.get('/piers/lamp', say);
// Whom a function lets pass needs nothing.
office.get('/quays', except(local, crew), say);
office.get('/jetties', some(pass, except(local, crew)), say);

export default office;
