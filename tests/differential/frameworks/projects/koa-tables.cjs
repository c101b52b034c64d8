const Koa = require('koa');
const Router = require('@koa/router');
const compose = require('koa-compose');
const hit = (name) => { (globalThis.trace ??= []).push(name); };
async function first(ctx, next) { hit('first'); await next(); }
async function second(ctx, next) { hit('second'); await next(); }
const answer = (name) => ({ [name]: async (ctx) => { hit(name); ctx.body = name; } })[name];
const both = compose([first, second]);
const table = [
  { verb: 'get', at: '/lanterns', stack: [first], run: answer('lanterns') },
  { verb: 'post', at: '/lanterns', stack: [], run: answer('light') },
  { verb: 'put', at: '/lanterns/:lantern', stack: [both], run: answer('dim') },
];
const street = new Router();
table.forEach(({ verb, at, stack, run }) => street[verb](at, ...stack, run));
const districts = { north: ['/a', '/b'], south: ['/c'] };
const town = new Router({ prefix: '/town' });
for (const [name, paths] of Object.entries(districts)) {
  const district = new Router();
  paths.map((path) => district.get(path, answer(`${name}${path.slice(1)}`)));
  town.use(`/${name}`, first, district.routes());
}
town.use(street.routes());
const app = new Koa();
[second, town.routes(), town.allowedMethods()].reduce((target, each) => target.use(each), app);
module.exports = app;
if (require.main === module) app.listen(1);
