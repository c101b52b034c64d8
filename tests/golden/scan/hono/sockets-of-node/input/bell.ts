import { serve } from '@hono/node-server';
import { createNodeWebSocket } from '@hono/node-ws';
import { Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';

const bell = new Hono();
const { injectWebSocket, upgradeWebSocket } = createNodeWebSocket({ app: bell });

bell.get(
  '/ring',
  upgradeWebSocket(() => ({ onMessage: (event, socket) => socket.send(event.data) })),
);
// The events are made before the upgrade: who is refused then is answered.
bell.get(
  '/towers/:tower',
  upgradeWebSocket(async (c) => {
    const rope = c.req.query('rope');
    if (!rope || !(await ropeOf(rope))) throw new HTTPException(401, { message: 'no rope' });
    if (!(await ropeOf(c.req.param('tower')!))) throw new HTTPException(404, { message: 'no tower' });
    return { onOpen: (_event, socket) => socket.send('dong') };
  }),
);
bell.get('/rings', (c) => c.json({ rings: 3 }));

const ropeOf = async (name: string) => (await fetch(`http://ropes.test/${name}`)).json();

injectWebSocket(serve(bell));
