import type { Request, Response } from 'express';

export function show(req: Request, res: Response) {
  res.json({ loan: req.params.loan });
}
export function extend(req: Request, res: Response) {
  res.json({ until: req.body.until });
}
