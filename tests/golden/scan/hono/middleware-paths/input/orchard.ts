import { Hono } from 'hono';
import { cors } from 'hono/cors';
import { bearerAuth } from 'hono/bearer-auth';

const trace = async (c, next) => { await next(); };
const scale = async (c, next) => { await next(); };
const fence = async (c, next) => { await next(); };
const answer = (c) => c.json({});

const orchard = new Hono();
orchard.use(cors(), trace);
orchard.use('/baskets', scale);
orchard.use('/baskets/*', fence);
orchard.use('/crates/:crate', bearerAuth({ token: 'seed' }));
orchard.get('/baskets', answer);
orchard.get('/baskets/:basket/apples', answer);
orchard.get('/crates/:crate', answer);
orchard.get('/crates/:crate/label', answer);

const cellar = new Hono();
cellar.get('/open', answer);
cellar.use('*', fence);
cellar.get('/jars', answer);
orchard.route('/cellar', cellar);
// The middleware of the sub-application takes its whole path.
orchard.get('/cellar/stairs', scale, answer);
orchard.use(scale);
export default orchard;
