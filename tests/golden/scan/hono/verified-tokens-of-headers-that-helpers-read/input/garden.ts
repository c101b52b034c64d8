// The token that a guard verifies comes in a header of its own, which a helper or a name in a constant reads: nothing says `authorization`, and no bearer is asked for.
import { serve } from '@hono/node-server';
import { Hono, type Context, type Next } from 'hono';
import { Jwt } from 'hono/utils/jwt';

declare const settings: { open: boolean; role?: string };
const HEADER = 'x-app-jwt';
const sent = (c: Context, name: string) => c.req.raw.headers.get(name);

/** Where a setting opens the gate nobody needs it. */
const gate = async (c: Context, next: Next) => {
  const token = sent(c, 'x-user-token');
  if (settings.role && token) {
    try {
      const payload = await Jwt.verify(token, 'moss', 'HS256');
      if (payload.role !== settings.role) return c.text('not yours', 401);
      await next();
      return;
    } catch {
      // Whoever it is.
    }
  }
  if (settings.open) {
    await next();
    return;
  }
  return c.text('closed', 401);
};

const keeper = async (c: Context, next: Next) => {
  const token = sent(c, HEADER);
  if (!token) return c.text('who is it', 401);
  try {
    c.set('keeper', await Jwt.verify(token, 'moss', 'HS256'));
  } catch {
    return c.text('no good', 401);
  }
  await next();
};

/** What else is read of headers is none. */
const tongued = async (c: Context, next: Next) => {
  const tongue = sent(c, 'x-tongue');
  try {
    c.set('keeper', await Jwt.verify(sent(c, 'authorization') ?? '', 'moss', 'HS256'));
  } catch {
    return c.text(tongue === 'fr' ? 'non' : 'no', 401);
  }
  await next();
};

const garden = new Hono();
garden.get('/gate', gate, (c) => c.json({ ferns: 3 }));
garden.get('/keeper', keeper, (c) => c.json({ ferns: 4 }));
garden.get('/tongue', tongued, (c) => c.json({ ferns: 5 }));
garden.get('/free', (c) => c.json({ ferns: sent(c, 'x-user-token') ? 6 : 0 }));
serve(garden);
