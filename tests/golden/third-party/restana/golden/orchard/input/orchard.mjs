import restana from 'restana';
import { trees } from './trees.mjs';
import { answer, mark } from './trace.cjs';

const dew = (request, response, next) => { mark(request, 'dew'); return next(); };
const ladder = (request, response, next) => { mark(request, 'ladder'); return next(); };
const late = (request, response, next) => { mark(request, 'late'); return next(); };
const gate = (request, response) => answer(request, response, 'gate');
const harvest = (request, response) => answer(request, response, 'harvest');
const press = async (request, response) => answer(request, response, 'press');

const orchard = restana({ prioRequestsProcessing: false });
orchard.get('/gate', gate);
orchard.use(dew).use('/baskets', ladder);
orchard.post(['/baskets', '/baskets/:id'], [ladder], harvest);
for (const kind of ['apple', 'pear']) orchard.use(`/${kind}s`, trees(orchard, kind));
orchard.use(late);
orchard.all('/press/*', press);
await orchard.start(Number(process.env.PORT));
