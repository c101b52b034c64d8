import type { Request, Response } from 'express';
import { Serve } from '../kit/keys.js';

export class Tides {
  @Serve('/tides')
  today(_req: Request, res: Response) {
    res.json({ high: '04:10' });
  }
}
