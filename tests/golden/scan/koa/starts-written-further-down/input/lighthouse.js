// What a package is given may call what is declared further down: it does so later, when that is there.
import Koa from 'koa';
import Router from '@koa/router';
import { connect, onReady } from 'oil-store';

const lighthouse = new Koa();
const lamps = new Router({ prefix: '/lamps' });
lamps.get('/', (ctx) => {
  ctx.body = [];
});
const horns = new Router({ prefix: '/horns' });
horns.post('/', (ctx) => {
  ctx.status = 204;
});

connect(process.env.STORE)
  .then(() => {
    console.log('connected');
    start();
  })
  .catch((error) => console.log(error));
// By way of a function that is there already.
onReady(() => ready());

function ready() {
  new Keeper().keep(horns);
}
const start = () => {
  try {
    lighthouse.use(lamps.routes());
    lighthouse.listen(5400);
  } catch (error) {
    console.log(error);
  }
};
class Keeper {
  keep(router) {
    lighthouse.use(router.routes());
  }
}
