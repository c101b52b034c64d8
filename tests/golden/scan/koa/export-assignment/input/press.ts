import Koa from 'koa';
import apples from './apples';
import pears = require('./pears');
import { quinces, medlars } from './rare';
import { readFileSync } from 'fs';

const press = new Koa();
press.use(apples.routes());
press.use(pears.routes());
press.use(quinces.routes());
press.use(medlars.routes());
press.use(require('./plums')(readFileSync).routes());
press.listen(4040);
