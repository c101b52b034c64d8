import { Router } from 'express';

const sloe = Router();
sloe.get('/ripe', (req, res) => { res.json(1); });
export default sloe;
