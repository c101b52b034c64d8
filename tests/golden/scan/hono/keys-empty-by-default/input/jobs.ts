import { Hono } from 'hono';
import { z } from 'zod';

// A key that is empty where nobody has set it is set where the program serves.
const settings = () => z.object({ JOB_KEY: z.string().prefault(''), MAIL_KEY: z.string().default('') }).parse(process.env);
const reportKey = process.env.REPORT_KEY || '';

const timed = new Hono();
const guarded = (folder: string, key: () => string) => {
  const jobs = new Hono();
  jobs.use('*', async (c, next) => {
    if (c.req.header('authorization') !== key()) return c.text('no', 401);
    return next();
  });
  jobs.get('/run', (c) => c.json({ done: true }));
  timed.route(folder, jobs);
};
guarded('/clean', () => settings().JOB_KEY);
guarded('/mail', () => settings().MAIL_KEY);
guarded('/report', () => reportKey);

// A text of the program's own that is empty asks whether there is one at all: who sends none is refused, by whatever it is called.
timed.post('/hooks', (c) => (c.req.header('x-hook') === '' ? c.json({ error: 'x-hook is empty' }, 400) : c.body(null, 204)));

export default timed;
