import { Router } from 'express';
import type { WickService } from './wick-service.js';
export class LanternController {
  constructor(private wicks: WickService) {}
  router() {
    const router = Router();
    router.get('/', this.list);
    router.post('/:lantern/trim', this.wicks.guard(), this.trim);
    return router;
  }
  private list = (req: any, res: any) => { res.end(); };
  private trim = (req: any, res: any) => { res.end(); };
}
