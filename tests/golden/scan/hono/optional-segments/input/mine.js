import { Hono } from 'hono';

const mine = new Hono();
// One after the other: the second is never there without the first.
mine.get('/shafts/:shaft?/:level?', (c) => c.json({ deep: true }));
// A pattern, and a segment between two that may be missing.
mine.get('/carts/:cart{[0-9]+}?/loads/:load?', (c) => c.json({ tons: 2 }));
mine.get('/:lamp?', (c) => c.json({ lit: true }));
// Elsewhere than at the end of the path it means nothing: the segment is there.
mine.get('/veins/:vein?/ore', (c) => c.json({ ore: 'tin' }));
// What is registered for such a path runs for each of its spellings.
mine.use('/gates/:gate?/:bolt?', async (c, next) => {
  if (!c.req.header('x-key')) return c.text('locked', 401);
  await next();
});
mine.get('/gates', (c) => c.json([{ gate: 1 }]));
mine.get('/gates/:gate', (c) => c.json({ gate: 1 }));
mine.get('/gates/:gate/:bolt/:screw', (c) => c.json({ screw: 1 }));
export default mine;
