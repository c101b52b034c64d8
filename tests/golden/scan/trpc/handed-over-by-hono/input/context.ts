import type { Context } from 'hono';

export const contextOf = (c: Context) => {
  const token = c.req.header('authorization')?.split(' ')[1];
  return { holder: token ? { name: token } : null, weather: c.get('weather') };
};
