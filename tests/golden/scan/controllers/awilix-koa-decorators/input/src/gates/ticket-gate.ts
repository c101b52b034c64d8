import { route, before, after, verbs, POST, GET, ALL, HttpVerbs, inject } from 'awilix-koa';
import type { Context, Next } from 'koa';
import { Gate } from './base';
import type { TicketBook } from '../lib/ticket-book';

const stamped = ({ watch }: { watch: { today(): string } }) => async (ctx: Context, next: Next): Promise<void> => { ctx.set('x-stamp', watch.today()); await next(); };
const shut = async (ctx: Context, next: Next): Promise<void> => { if (ctx.query.late) ctx.throw(409, 'too late'); await next(); };

@route('/tickets')
@before(inject(stamped))
export default class TicketGate extends Gate {
  private readonly book: TicketBook;
  constructor({ book }: { book: TicketBook }) { super(); this.book = book; }

  @POST()
  @before([shut])
  async sell(ctx: Context): Promise<void> { ctx.status = 201; ctx.body = this.book.sell(ctx.request.body.zone); }

  @route('/:number')
  @verbs([HttpVerbs.GET, HttpVerbs.HEAD])
  async find(ctx: Context): Promise<void> { ctx.body = this.book.find(Number(ctx.params.number)); }

  @ALL()
  @route('/anything')
  async anything(ctx: Context): Promise<void> { ctx.body = 'any'; }
}
