import { helper3 } from './helper';
declare const module: { exports: any };

module.exports = (router: any) => router.post('/burrow', helper3, function burrow8(req: any, res: any) { res.end(); });
