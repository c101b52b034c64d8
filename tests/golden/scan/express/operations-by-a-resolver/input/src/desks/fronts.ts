import type { Request, Response } from 'express';

export function front(req: Request, res: Response) {
  res.send('welcome');
}
