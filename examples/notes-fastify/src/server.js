import { createApp } from './app.js';

const port = Number(process.env.PORT || 3200);

createApp(process.env.DATABASE).listen({ port, host: '127.0.0.1' }).then((address) => { console.log(`notes-fastify listens on ${address}`); });
