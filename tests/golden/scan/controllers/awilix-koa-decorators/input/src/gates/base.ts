import { GET, route } from 'awilix-koa';
import type { Context } from 'koa';

export class Gate {
  @route('/state')
  @GET()
  async state(ctx: Context): Promise<void> { ctx.body = { open: true }; }
}
