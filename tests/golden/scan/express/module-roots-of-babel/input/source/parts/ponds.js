import { Router } from 'express';

const water = Router();
water.post('/fill', (req, res) => res.sendStatus(204));
export default water;
