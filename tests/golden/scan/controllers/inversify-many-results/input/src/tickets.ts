import { controller, httpDelete, httpGet, queryParam, results } from 'inversify-express-utils';
import { harbours } from './harbours';

const bad = (reason: string) => new results.JsonResult({ reason }, 400);

@controller('/tickets')
export class Tickets {
  /** One refusal for each word, made by a function. */
  @httpDelete('/')
  async cancel(@queryParam('code') code: string) {
    const ticket = await harbours.ticket(code);
    if (code === 'a') return bad('first');
    if (code === 'b') return bad('second');
    if (code === 'c') return bad('third');
    if (code === 'd') return bad('fourth');
    if (code === 'e') return bad('fifth');
    if (code === 'f') return bad('sixth');
    if (code === 'g') return bad('seventh');
    if (!ticket) return new results.StatusCodeResult(410);
    if (ticket.used) return new results.JsonResult({ used: true }, 409);
    return new results.JsonResult({ refunded: 30 }, 200);
  }

  /** What a package gives is sent as it is. */
  @httpGet('/')
  list() {
    return harbours.tickets();
  }
}
