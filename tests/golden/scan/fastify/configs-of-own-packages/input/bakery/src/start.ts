import fastify from 'fastify';
import { rye } from '~loaves/rye';

const counter = fastify();
counter.register(rye, { prefix: '/rye' });
await counter.listen({ port: 3000 });
