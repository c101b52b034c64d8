const Router = require('koa-router');

const cargo = new Router({ prefix: '/cargo' }); //~ core/served-elsewhere
const seal = async (ctx, next) => { await next(); };

cargo.get('/', async (ctx) => { ctx.body = []; });
cargo.post('/', seal, async (ctx) => { ctx.body = { id: 1 }; });

module.exports = cargo;
