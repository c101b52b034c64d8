import { Hono } from 'hono/tiny';

export const tree = new Hono();
tree.get('/leaves/*', (c) => c.text(''));
tree.mount('/old', (request: Request) => new Response(request.url)); //~ hono/foreign-application
export const spare = new Hono(); //~ core/unmounted-router
spare.get('/spare', (c) => c.text(''));
