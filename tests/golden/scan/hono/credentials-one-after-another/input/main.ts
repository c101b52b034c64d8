// Who has the first credential is asked for no other; who has it not is asked for the second, which is looked up whether it is there or not.
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { potterOf, shopOf } from './guild';

async function known(c: any): Promise<void> {
  const header = c.req.header('Authorization');
  if (header?.startsWith('Bearer ')) {
    const potter = await potterOf(header.slice(7));
    if (!potter) throw new HTTPException(401, { message: 'no potter' });
    c.set('potter', potter);
    return;
  }
  const shop = await shopOf(c.req.header('x-shop-key'));
  if (!shop) throw new HTTPException(401, { message: 'no shop' });
}

const app = new Hono();
app.use('/pots', async (c, next) => {
  await known(c);
  return next();
});
app.get('/pots', (c) => c.json({ pots: 5 }));
serve({ fetch: app.fetch, port: 3000 });
