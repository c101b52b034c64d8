import { RouteBase } from './base.js';
export class TernRoutes extends RouteBase {
  constructor() { super('/terns'); }
  protected configure(): void {
    this.route({ path: '/nests', method: 'post', handler: async (req, res) => { res.end(); } });
  }
}
