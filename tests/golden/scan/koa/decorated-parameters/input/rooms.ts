import { prefix, query, queryAll, request } from 'koa-swagger-decorator';

@prefix('/rooms')
@queryAll({ branch: { type: 'string', required: true } })
export default class Rooms {
  @request('get', '')
  @query({ seats: { type: 'number' } })
  static async free(ctx: any) { ctx.body = { branch: ctx.validatedQuery.branch, seats: ctx.validatedQuery.seats }; }
}
