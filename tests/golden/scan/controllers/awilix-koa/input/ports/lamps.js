const { createController } = require('awilix-koa');

const signed = async (ctx, next) => { if (ctx.get('x-keeper') !== 'yes') ctx.throw(401, 'keepers only'); await next(); };
const counted = async (ctx, next) => { ctx.set('x-counted', '1'); await next(); };

const lamps = (lampStore) => ({
  list: async (ctx) => { ctx.body = lampStore.all(); },
  one: async (ctx) => {
    const found = lampStore.find(ctx.params.lamp);
    if (!found) { ctx.status = 404; ctx.body = { dark: true }; return; }
    ctx.body = found;
  },
  light: async (ctx) => { ctx.status = 201; ctx.body = { lamp: 2, colour: ctx.request.body.colour }; },
});

module.exports = createController(lamps)
  .prefix('/lamps')
  .before([counted])
  .get('', 'list')
  .get('/:lamp', 'one')
  .post('', 'light', { before: signed })
  .verbs(['PUT', 'PATCH'], '/:lamp', 'light', { before: [signed] });
