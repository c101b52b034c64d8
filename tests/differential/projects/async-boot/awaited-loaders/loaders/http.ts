import type { Express, Request, Response, NextFunction } from 'express';
import express from 'express';
import api from '../api/index.js';
export default async ({ app }: { app: Express; connection: unknown }) => {
  app.get('/alive', (req: Request, res: Response) => { res.end(); });
  app.use(express.json());
  app.use('/v3', await api());
  app.use((error: Error, req: Request, res: Response, next: NextFunction) => next(error));
};
