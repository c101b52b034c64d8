import Koa from 'koa';
import Router from 'koa-router';
import bodyParser from 'koa-bodyparser';
import trees from './trees.js';
import { Named } from './routing.js';

@Named
class Press {
  juice = () => ({ of: Press.title });
}
const press = new Press();
const router = new Router();
router.get('/juice', (ctx) => { ctx.body = press.juice(); });

new Koa().use(bodyParser()).use(trees.routes()).use(router.routes()).listen(8500);
