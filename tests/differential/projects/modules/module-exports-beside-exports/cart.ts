// Only there so that names of other files do not meet those of this one.
export { };
declare const module: { exports: any };
const { Router } = require('express');
const wheels1 = new Router();

wheels1.get('/', function roll1(req: any, res: any) { res.end(); });
wheels1.post('/axle', function grease2(req: any, res: any) { res.end(); });

module.exports = wheels1;
