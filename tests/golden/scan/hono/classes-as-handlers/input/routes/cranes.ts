import { fromHono, OpenAPIRoute } from 'chanfana';
import { Hono } from 'hono';

class Lift extends OpenAPIRoute {
  async handle() {
    return new Response('lifted');
  }
}

export const cranes = fromHono(new Hono());
cranes.put('/:id/lift', Lift);
