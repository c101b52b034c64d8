import { Hono } from 'hono';
import { getCookie, getSignedCookie } from 'hono/cookie';

const ferry = new Hono();

// The cookie without which a guard sends to a page for logging in is the credential, whatever its name.
ferry.use('/cabins/*', async (c, next) => {
  const sailor = await getSignedCookie(c, process.env.SECRET, 'sailor');
  if (!sailor) return c.redirect('/login');
  c.set('sailor', sailor);
  await next();
});
ferry.get('/cabins/:number', (c) => c.json({ bunks: 2 }));
ferry.use('/deck/*', async (c, next) => {
  if (!getCookie(c, 'crew')) return c.redirect(`/harbour/sign-in?back=${c.req.path}`, 303);
  await next();
});
ferry.get('/deck/flags', (c) => c.json([{ colour: 'red' }]));

// Sent elsewhere for want of a language: that is no login, and the cookie one that may be there.
ferry.use('/menu/*', async (c, next) => {
  if (!getCookie(c, 'tongue')) return c.redirect('/tongues');
  await next();
});
ferry.get('/menu/soups', (c) => c.json([{ soup: 'pea' }]));
// Where only run time knows whereto, nothing is said.
ferry.use('/bar/*', async (c, next) => {
  if (!getCookie(c, 'table')) return c.redirect(c.req.query('to'));
  await next();
});
ferry.get('/bar/drinks', (c) => c.json([{ drink: 'rum' }]));

export default ferry;
