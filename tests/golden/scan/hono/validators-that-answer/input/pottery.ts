// Whomever an own validator gives a response is answered with it: only the others are handed on, and what they send is as the validator has asked.
import { Hono } from 'hono';
import { validator } from 'hono/validator';

const pottery = new Hono();

pottery.post('/pots', validator('json', (value, c) => {
  const glaze = value['glaze'];
  if (typeof glaze !== 'string') return c.text('which glaze', 400);
  return { glaze };
}), (c) => c.json({ glaze: c.req.valid('json').glaze }, 201));

pottery.post('/pictures', validator('form', (value, c) => {
  const picture = value['picture'];
  if (!(picture instanceof File)) return c.json({ reason: 'no picture' }, 400);
  return { picture };
}), (c) => c.json({ name: c.req.valid('form').picture.name, size: c.req.valid('form').picture.size }));

// The other way round.
pottery.get('/kilns', validator('query', (value, c) => {
  const { heat } = value;
  if (typeof heat === 'string') return { heat };
  return c.json({ reason: 'how hot' }, 422);
}), (c) => c.json({ heat: c.req.valid('query').heat }));

// It answers nobody, or only some who send something.
pottery.post('/shards', validator('json', (value) => ({ weight: value.weight })), (c) => c.json({ weight: c.req.valid('json').weight }));
pottery.post('/lids', validator('json', (value, c) => {
  if (value.broken) return c.text('mend it', 409);
  return { fits: value.fits };
}), (c) => c.json({ fits: c.req.valid('json').fits }));

export default pottery;
