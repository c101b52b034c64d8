// What a procedure demands is found in the context that is made of the request: a session of better-auth, a signed cookie, or a header.
import { serve } from '@hono/node-server';
import { trpcServer } from '@hono/trpc-server';
import { Hono } from 'hono';
import { ofBerths, ofPilots, ofTugs } from './contexts';
import { berths, pilots, tugs } from './routes';

const office = new Hono();
office.use('/pilots/*', trpcServer({ router: pilots, endpoint: '/pilots', createContext: (_options, context) => ofPilots({ context }) }));
office.use('/berths/*', trpcServer({ router: berths, endpoint: '/berths', createContext: async (_, c) => ofBerths(c) }));
office.use('/tugs/*', trpcServer({ router: tugs, endpoint: '/tugs', createContext: ofTugs }));
serve({ fetch: office.fetch, port: 4100 });
