const { Hono } = require('hono');
const { serve } = require('@hono/node-server');
const { HTTPException } = require('hono/http-exception');
const queue = require('some-queue');

const ferry = new Hono();
const within = (ms, work) =>
  Promise.race([work, new Promise((_, reject) => setTimeout(() => reject(new HTTPException(504, { message: 'slow' })), ms))]);

// What is answered is what a handler gives in the end: it has waited for an event.
ferry.post('/crossings', async (c) => {
  const to = await new Promise((resolve, reject) => {
    const crossing = queue.cross(c.req.query('to'));
    crossing.on('landed', resolve);
    crossing.on('error', () => reject(new HTTPException(502)));
  });
  return c.json({ to }, 201);
});
ferry.get('/tides', async (c) => c.json({ tides: await within(100, queue.tides(c.req.query('place'))) }, 202));
ferry.get('/bells', (c) => new Promise((resolve) => queue.ring((times) => resolve(c.json({ times }, 203)))));

// Either of the two answers comes first.
ferry.get('/depths', (c) =>
  new Promise((resolve) => {
    setTimeout(() => resolve(c.text('too deep', 504)), 1000);
    queue.sound((depth) => resolve(c.json({ depth }, 203)));
  }),
);
serve(ferry);
