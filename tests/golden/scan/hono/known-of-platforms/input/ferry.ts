import { getRuntimeKey } from 'hono/adapter';
import { deck } from './deck.js';

const ferry = deck('ferry');

async function kept(key: string): Promise<{ trips: number } | null> {
  if (typeof caches === 'undefined') return null;
  const found = await (await caches.open('trips')).match(key);
  return found ? await found.json() : null;
}

// Whether a platform gives `caches` nothing here says.
ferry.get('/trips', async (c) => {
  const before = await kept('trips');
  if (before && before.trips > 3) return c.json({ error: 'too many' }, 429);
  return c.json({ trips: 1 });
});

// What is exported several platforms serve: Deno is set up to do so, or named.
ferry.get('/moorings', (c) => (getRuntimeKey() === 'workerd' ? c.json({ worker: true }) : c.body(null, 204)));
if (typeof EdgeRuntime !== 'undefined') ferry.get('/edge', (c) => c.text('at the edge'));
// Servers have no window.
if (typeof window !== 'undefined') ferry.get('/never', (c) => c.text('in a browser'));

export default { fetch: ferry.fetch };
