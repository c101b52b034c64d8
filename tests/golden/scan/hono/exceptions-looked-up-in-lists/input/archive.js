import { Hono } from 'hono';
import { verify } from 'hono/jwt';

const OPEN = ['/a/desk', '/b/desk', '/c/desk', '/d/desk', '/e/desk', '/f/desk', '/g/desk', '/h/desk'];
const LONG = ['/maps', '/deeds', '/wills', '/births', '/deaths', '/rolls', '/seals', '/charts', '/plans', '/i/desk', '/j/desk'];
const reader = (isOpen) => async (c, next) => {
  if (isOpen(c)) return next();
  const ticket = c.req.header('authorization');
  if (!ticket) return c.json({ error: 'whose ticket?' }, 401);
  c.set('reader', await verify(ticket, c.env.SECRET));
  await next();
};

const archive = new Hono();
archive.use('/a/*', reader((c) => OPEN.findIndex((each) => c.req.path.startsWith(each)) > -1));
archive.use('/b/*', reader((c) => OPEN.find((each) => each === c.req.path)));
archive.use('/c/*', reader((c) => OPEN.indexOf(c.req.path) !== -1));
archive.use('/d/*', reader((c) => OPEN.indexOf(c.req.path) >= 0 && c.req.method === 'GET'));
archive.use('/e/*', reader((c) => new URL(c.req.url).pathname === '/e/desk'));
archive.use('/f/*', reader((c) => { const { pathname } = new URL(c.req.url); return OPEN.includes(pathname); }));
archive.use('/g/*', reader((c) => !OPEN.every((each) => each !== c.req.path)));
// What is found has a say of its own.
archive.use('/h/*', reader((c) => [{ path: '/h/desk', open: true }, { path: '/h/cellar', open: false }].find((each) => each.path === c.req.path)?.open));
// Lists too long to tell their elements apart.
archive.use('/i/*', reader((c) => LONG.find((each) => c.req.path.startsWith(each)) !== undefined));
archive.use('/j/*', reader((c) => LONG.findIndex((each) => c.req.path === each) === -1 ? false : true));
// A place that nothing has, and what only run time knows, let nobody by.
archive.use('/k/*', reader((c) => OPEN.findIndex((each) => c.req.path === each) > 100));
archive.use('/l/*', reader((c) => globalThis.shelves.find((each) => each === c.req.path)));

for (const hall of ['/a', '/b', '/c', '/d', '/e', '/f', '/g', '/h', '/i', '/j', '/k', '/l']) {
  archive.get(`${hall}/desk`, (c) => c.json({ open: 9 }));
  archive.get(`${hall}/cellar`, (c) => c.json({ boxes: 40 }));
}
export default archive;
