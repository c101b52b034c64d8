import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { crew } from './crew';
import { decks } from './decks';
import { shares } from './shares';

const ferry = new Hono();
ferry.get('/tides', (c) => c.json({ high: 4 }));

// The other application sees whole addresses; which of its routes a request reaches is decided here.
ferry.use('/crew/*', async (c, next) => { //~ hono/delegated-application
  if (c.req.header('x-deck') !== 'upper') return c.json({ error: 'not on this deck' }, 403);
  return crew.fetch(c.req.raw);
});

// An address of its own: which routes requests reach there, the handler says.
ferry.get('/decks', (c) => decks.request(`/decks/${c.req.query('deck')}`));

// What a handler takes from a module that makes no routes is nothing to say.
ferry.get('/shares', (c) => c.json(shares));

serve(ferry);
