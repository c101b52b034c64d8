import { body, header, path, prefix, query, request, summary } from 'koa-swagger-decorator';

const loan = {
  reader: { type: 'string', required: true, description: 'who takes it' },
  days: { type: 'number', required: false, default: 14 },
  renewable: { type: 'boolean' },
  marks: { type: 'array', items: 'string' },
  from: { type: 'object', required: true, properties: { branch: { type: 'string', required: true }, floor: { type: 'number' } } },
  lines: { type: 'array', items: { type: 'object', properties: { page: { type: 'number', required: true } } } },
  kept: { type: 'date' },
};

@prefix('/loans')
export default class Loans {
  @request('get', '')
  @summary('All loans')
  @query({ page: { type: 'number', default: 1 }, sort: { type: 'string' } })
  async list(ctx: any) {
    ctx.body = { page: ctx.validatedQuery.page, sort: ctx.validatedQuery.sort };
  }

  @request('post', '/{book}')
  @path({ book: { type: 'number', required: true } })
  @body(loan)
  @header({ shelf: { type: 'string', required: true } })
  static async lend(ctx: any) {
    const { reader, days } = ctx.validatedBody;
    ctx.status = 201;
    ctx.body = { book: ctx.validatedParams.book, reader, days };
  }

  // A text is all that it can be.
  @request('delete', '/{book}/{mark}')
  @path({ book: { type: 'string', required: true }, mark: { type: 'string' } })
  static async forget(ctx: any) { ctx.status = 204; }
}
