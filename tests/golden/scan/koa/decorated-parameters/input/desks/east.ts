import { body, request } from 'koa-swagger-decorator';

export default class East {
  @request('post', '/returns')
  @body({ book: { type: 'number', required: true } })
  async take(ctx: any) { ctx.body = { taken: ctx.request.body.book }; }
}
