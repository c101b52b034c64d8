const Koa = require('koa');
const Router = require('@koa/router');
const bodyParser = require('koa-bodyparser');
const { asClass, createContainer } = require('awilix');
const { makeInvoker, scopePerRequest } = require('awilix-koa');

class Combs {
  all() {
    return [{ id: 1, cells: 300 }];
  }
}
const makeCombApi = ({ combs }) => ({
  list: async (ctx) => {
    ctx.body = combs.all();
  },
  make: async (ctx) => {
    if (!ctx.request.body.cells) ctx.throw(422, 'cells');
    ctx.status = 201;
    ctx.body = { cells: ctx.request.body.cells };
  },
});

const app = new Koa();
const router = new Router();
const api = makeInvoker(makeCombApi);
router.get('/combs', api('list'));
router.post('/combs', api('make'));

app.use(bodyParser());
app.use(scopePerRequest(createContainer().register({ combs: asClass(Combs) })));
app.use(router.routes());
app.listen(3000);
