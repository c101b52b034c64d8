import { inject } from 'inversify';
import { BaseHttpController, controller, httpDelete, httpGet, httpPost, queryParam, requestBody, requestParam } from 'inversify-express-utils';
import { Keeper } from './Keeper';
import { TOKENS } from './tokens';

@controller('/hives')
export class HiveController extends BaseHttpController {
  constructor(@inject(Keeper) private readonly keeper: Keeper) { super(); }

  @httpGet('/')
  list(@queryParam('frames') frames: string) { return this.keeper.hives().filter((hive) => hive.frames > Number(frames)); }

  @httpPost('/', TOKENS.Smoke)
  add(@requestBody() hive: { frames: number; place: string }) { return this.created('/hives/2', { id: 2, frames: hive.frames }); }

  @httpGet('/:hive')
  one(@requestParam('hive') hive: string) {
    if (hive === '0') return this.notFound();
    return this.json({ hive }, 203);
  }

  @httpDelete('/:hive', TOKENS.Smoke)
  async remove(@requestParam('hive') hive: string) {
    if (hive === '1') throw Object.assign(new Error('occupied'), { status: 409 });
    return this.statusCode(204);
  }

  @httpGet('/:hive/queen')
  async queen(@requestParam('hive') hive: string) {
    if (hive === '2') return this.json({ swarmed: true }, 410);
    if (hive === '3') return this.notFound();
    return { queen: 'old' };
  }
}
