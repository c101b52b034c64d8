const { Hono } = require('hono');
const { createFactory } = require('hono/factory');
const hit = (name) => { (globalThis.trace ??= []).push(name); };
const factory = createFactory({ initApp: (app) => { app.use(async function init(c, next) { hit('init'); await next(); }); } });
const frost = async (c, next) => { hit('frost'); await next(); };
const handle = (name) => ({ [name]: (c) => { hit(name); return c.text(name); } })[name];
const beds = ['roses', 'herbs'].map((bed) => {
  const app = factory.createApp();
  app.get('/', handle(`h${bed}`));
  app.delete('/:plant', ...factory.createHandlers(frost, handle(`h${bed}Drop`)));
  return [bed, app];
});
const garden = new Hono({ strict: false });
for (const [bed, app] of beds) garden.route(`/${bed}`, app);
garden.use('/:any/admin/*', frost);
garden.on(['PUT', 'PATCH'], ['/gate', '/roses/admin/gate'], handle('hgate'));
class Shed {
  constructor(parent) { this.app = parent.basePath('/shed'); this.app.use(frost).get('/tools', handle('htools')).all('/lost', handle('hlost')); }
}
new Shed(garden);
module.exports = garden;
if (require.main === module) require('@hono/node-server').serve(garden);
