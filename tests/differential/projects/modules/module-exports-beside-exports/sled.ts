export {};
declare const exports: any;
const express = require('express');
const snow = express.Router();
snow.get('/track', function track4(req: any, res: any) { res.end(); });
exports.runners4 = snow;
