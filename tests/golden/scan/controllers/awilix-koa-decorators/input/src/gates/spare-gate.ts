import { route, GET } from 'awilix-koa';

/** Not a controller: nothing is said of it. */
export class Spare { noise(): void { /* none */ } }

@route('/spare')
@route('/reserve')
export class SpareGate {
  @GET()
  @route('')
  @route('/again')
  async list(ctx: { body: unknown }): Promise<void> { ctx.body = []; }
}
