import type { Context } from 'hono';

export const GET = (c: Context) => c.text('home');
