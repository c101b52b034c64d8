import { everyLine, guardOf } from './lines.js';
import { TICKET } from './guards.js';
import { railway } from './tracks.js';
import { nameOf } from './stations/index.js';
import { Closed } from './stations/closed.js';

railway.use('/cars', guardOf('ticket'));
railway.get('/cars', (request, response) => {
  const closed: Closed = { since: 2 };
  response.json({ guarded: TICKET, closed });
});
for (const { path, stop } of everyLine()) railway.get(path, stop);
railway.get('/names/:at', (request, response) => {
  response.json({ name: nameOf(Number(request.params.at)) });
});
railway.listen(8080);
