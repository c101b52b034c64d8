import { serve } from '@hono/node-server';
import { createNodeWebSocket } from '@hono/node-ws';
import { Hono } from 'hono';

const bell = new Hono();
const { injectWebSocket, upgradeWebSocket } = createNodeWebSocket({ app: bell });

bell.get(
  '/ring',
  upgradeWebSocket(() => ({ onMessage: (event, socket) => socket.send(event.data) })),
);
bell.get('/rings', (c) => c.json({ rings: 3 }));

injectWebSocket(serve(bell));
