import { Router } from 'express';
import { feature } from '../registry.js';
feature('ants')(() => {
  const router = Router();
  router.use(function march(req, res, next) { next(); });
  router.get('/hills/:hill', (req, res) => { res.end(); });
  return router;
});
