// What a procedure demands is found in the context that is made of the request: a session of better-auth, a signed cookie, or a header.
import { serve } from '@hono/node-server';
import { trpcServer } from '@hono/trpc-server';
import { Hono } from 'hono';
import { ofBerths, ofPilots, ofSheds, ofTugs } from './contexts';
import { berths, pilots, tugs } from './routes';
import { sheds } from './sheds';

const office = new Hono();
office.use('/pilots/*', trpcServer({ router: pilots, endpoint: '/pilots', createContext: (_options, context) => ofPilots({ context }) }));
office.use('/berths/*', trpcServer({ router: berths, endpoint: '/berths', createContext: async (_, c) => ofBerths(c) }));
office.use('/tugs/*', trpcServer({ router: tugs, endpoint: '/tugs', createContext: ofTugs }));
office.use('/sheds/*', trpcServer({ router: sheds, endpoint: '/sheds', createContext: (_, c) => ofSheds(c) }));
office.use('/yards/*', trpcServer({ router: sheds, endpoint: '/yards', createContext: ({ req }) => ofSheds(req) }));
serve({ fetch: office.fetch, port: 4100 });
