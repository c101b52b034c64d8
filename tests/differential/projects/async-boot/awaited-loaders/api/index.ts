import { Router } from 'express';
export default async () => {
  const router = Router();
  const { basket } = await import('./basket.js');
  basket(router);
  return router;
};
