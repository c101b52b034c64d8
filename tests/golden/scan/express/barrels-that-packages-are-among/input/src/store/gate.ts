import type { NextFunction, Request, Response } from 'express';

export function gate(request: Request, response: Response, next: NextFunction) {
  if (!request.headers.authorization) return response.status(401).json({ error: 'Who are you?' });
  next();
}
