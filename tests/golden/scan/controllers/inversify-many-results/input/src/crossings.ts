import type { Request } from 'express';
import { BaseHttpController, controller, httpGet, httpPost, requestParam } from 'inversify-express-utils';
import { harbours } from './harbours';

class Checks extends BaseHttpController {
  /** More results than anybody keeps apart. */
  async book(request: Request) {
    const { from, to, deck, car, weight, length, height } = request.body;
    if (!from) return this.json({ error: { message: 'from where?' } }, 400);
    if (!to) return this.json({ error: { message: 'to where?' } }, 400);
    if (from === to) return this.json({ error: { message: 'nowhere', tag: 'same' } }, 400);
    if (!(await harbours.open(from))) return this.json({ error: { message: 'closed' } }, 409);
    if (!(await harbours.open(to))) return this.json({ error: { message: 'closed', tag: to } }, 409);
    if (deck === 'upper' && car) return this.json({ error: { message: 'no cars up there' } }, 422);
    if (weight > 3500) return this.json({ error: { message: 'too heavy' } }, 422);
    if (length > 7) return this.json({ error: { message: 'too long' } }, 422);
    if (height > 3) return this.statusCode(413);
    return this.json({ crossing: { from: String(from), to: String(to), seat: 12 } }, 201);
  }
}

@controller('/crossings')
export class Crossings extends Checks {
  @httpPost('/')
  override async book(request: Request) {
    return super.book(request);
  }

  /** Few of them. */
  @httpGet('/:id')
  async show(@requestParam('id') id: string) {
    const found = await harbours.crossing(id);
    return found ? this.ok({ id, from: String(found.from) }) : this.notFound();
  }
}
