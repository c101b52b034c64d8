import { Router } from 'express';
declare const module: { exports: any };
const cobbles = Router();
cobbles.delete('/cobble', function lift6(req: any, res: any) { res.end(); });
export default cobbles;
module.exports = cobbles;
