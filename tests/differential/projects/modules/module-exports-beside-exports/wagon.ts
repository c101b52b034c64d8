import { Router } from 'express';
declare const module: { exports: any };
export interface Load { weight: number }
export const limit3 = 12;
const bed = Router();
bed.get('/load', function load3(req: any, res: any) { res.json(limit3); });
module.exports = bed;
