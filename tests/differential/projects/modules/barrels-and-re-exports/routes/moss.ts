import { Router } from 'express';
const router = Router();
router.post('/carpets', (req, res) => { res.end(); });
export { router };
