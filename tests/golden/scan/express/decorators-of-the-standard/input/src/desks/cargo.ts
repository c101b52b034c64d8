import type { Request, Response } from 'express';
import { Delete, Desk, Get, Post, Stamped } from '../kit/collected.js';

@Desk('/cargo')
export class Cargo {
  private crates = ['tea'];

  @Get('')
  list(_req: Request, res: Response) {
    res.json({ crates: this.crates });
  }

  @Post('')
  @Stamped
  land(req: Request, res: Response) {
    res.status(201).json({ crate: String(req.body.crate) });
  }

  @Delete('/:crate')
  ship(_req: Request, res: Response) {
    res.sendStatus(204);
  }
}
