import { Router } from 'express';
export const router = Router();
router.get('/fronds', (req, res) => { res.end(); });
