import { Hono } from 'hono';
import { setCookie } from 'hono/cookie';
import { errorDocument } from '../api-error.js';
import { limitBody } from '../middleware.js';
import { readFields, textField } from '../read-body.js';
import type { Studio } from '../studio.js';

/** The code of the printed link becomes a cookie. */
export function sessionRoutes(studio: Studio): Hono {
  const routes = new Hono();
  routes.post('/', limitBody, async (c) => {
    const token = studio.sessions.redeem(textField(await readFields(c), 'code'));
    if (token === null)
      return c.json(
        errorDocument(
          'This link was used already, or is from an earlier start.',
          'Press Enter in the terminal of `tool dev` for a new one.',
        ),
        401,
      );
    setCookie(c, studio.sessions.cookie, token, { httpOnly: true, sameSite: 'Strict', path: '/api' });
    return c.body(null, 204);
  });
  return routes;
}
