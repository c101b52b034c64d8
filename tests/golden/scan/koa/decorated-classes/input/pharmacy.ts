import { middlewares, middlewaresAll, prefix, request, summary, tagsAll } from 'koa-swagger-decorator';

const weighed = async (ctx: any, next: any) => { ctx.state.weighed = true; await next(); };
const signed = async (ctx: any, next: any) => { if (!ctx.get('x-signature')) ctx.throw(401, 'not signed'); await next(); };

@prefix('/pharmacy')
@middlewaresAll([signed])
@tagsAll(['pharmacy'])
export default class Pharmacy {
  @request('POST', '/pills/{colour}')
  @summary('Hands out pills')
  @middlewares([weighed])
  static async hand(ctx: any) { ctx.status = 201; ctx.body = { colour: ctx.params.colour }; }

  // Not decorated, so not served.
  static async count() { return 3; }

  @request('get', '/stock')
  async stock(ctx: any) { ctx.body = [{ pills: 12 }]; }
}
