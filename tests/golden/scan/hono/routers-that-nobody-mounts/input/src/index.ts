import { Hono } from 'hono';
import seedlings from './routes/seedlings.ts';

const app = new Hono();

app.get('/health', (c) => c.json({ status: 'ok' }));
app.route('/seedlings', seedlings);

export default { port: 3000, fetch: app.fetch };
