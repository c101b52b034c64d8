import { needs, plot } from './plots';

export class Orchids {
  @plot('/orchids', 'get')
  async list(ctx: any) { ctx.body = [{ name: 'vanda' }]; }

  @plot('/orchids', 'post', 'put')
  @needs('name')
  async add(ctx: any) {
    ctx.status = 201;
    ctx.body = { name: ctx.request.body.name };
  }
}
