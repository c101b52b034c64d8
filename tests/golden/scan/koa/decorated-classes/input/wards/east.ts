import { request } from 'koa-swagger-decorator';

export default class East {
  @request('delete', '/east/beds/{bed}') static async free(ctx: any) { ctx.status = 204; }
}
