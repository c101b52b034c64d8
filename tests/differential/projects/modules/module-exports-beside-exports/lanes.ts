import { Router } from 'express';
declare const exports: any;
export const width5 = 3;
const track = Router();
track.put('/width', function widen5(req: any, res: any) { res.end(); });
exports.lane2 = track;
