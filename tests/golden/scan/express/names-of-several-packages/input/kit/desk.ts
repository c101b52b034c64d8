import type { Request, Response } from 'express';

export const sell = (_request: Request, response: Response): void => {
  response.status(201).json({ paper: 'daily' });
};
