import { initTRPC } from '@trpc/server';
import { createHTTPServer } from '@trpc/server/adapters/standalone';
import { loadElsewhere } from 'tide-tables';

const t = initTRPC.create();
const tides = t.router({
  high: t.procedure.query(() => ({ at: '12:00' })),
  tables: loadElsewhere(),
});
createHTTPServer({ router: tides, basePath: '/tides/' }).listen(2022); //~ trpc/unknown-procedure
const other = createHTTPServer({ router: loadElsewhere() }); //~ trpc/unknown-router
other.listen(2023);
