// What a module says of types holds however late it runs, and whoever was asked of types before it did.
import { Hono } from 'hono';
import * as keepers from './keepers/handlers';

const app = new Hono();
app.post('/entries', keepers.enter);
app.get('/lights', keepers.list);
app.get('/lights/farthest', keepers.farthest);
app.get('/lights/nameless', keepers.nameless);
export default app;
