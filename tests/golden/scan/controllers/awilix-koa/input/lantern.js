const Koa = require('koa');
const parse = require('koa-bodyparser');
const { createContainer, asValue, asFunction, InjectionMode } = require('awilix');
const { scopePerRequest, loadControllers, controller } = require('awilix-koa');
const { keepers } = require('./lib/keepers');

const lantern = new Koa();
const container = createContainer({ injectionMode: InjectionMode.CLASSIC })
  .loadModules(['stores/*.js'], { cwd: __dirname, formatName: 'camelCase' })
  .register({ harbour: asValue('north'), clock: asFunction(() => ({ now: () => 12 })) });

lantern.use(parse());
lantern.use(scopePerRequest(container));
lantern.use(loadControllers('ports/*.js', { cwd: __dirname }));
lantern.use(controller(keepers));
module.exports = lantern;
if (require.main === module) lantern.listen(3000);
