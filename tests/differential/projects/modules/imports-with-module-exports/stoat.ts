import { helper3 } from './helper';
declare const module: { exports: any };

module.exports.prefix = '/ermine';
module.exports.attach = function (host: any) {
  host.get('/stoat', helper3, function stoat4(req: any, res: any) { res.end(); });
};
