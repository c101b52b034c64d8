const Koa = require('koa');
const joiRouter = require('koa-joi-router');

const { Joi } = joiRouter;
const ferns = joiRouter();
ferns.prefix('/ferns');

const countVisit = async (ctx, next) => { ctx.set('x-visit', '1'); await next(); };

ferns.get('/', async (ctx) => { ctx.body = [{ name: 'bracken' }]; });
ferns.get('/:fern', { validate: { params: { fern: Joi.string().length(4).required() }, query: { fronds: Joi.number().integer().min(1) } } }, async (ctx) => {
  ctx.body = { fern: ctx.params.fern, fronds: ctx.query.fronds };
});
ferns.route([
  {
    method: 'post', path: '/', pre: countVisit,
    validate: {
      type: 'json', failure: 422, maxBody: '64kb',
      body: { name: Joi.string().min(3).max(40).required(), shade: Joi.string().valid('full', 'half') },
      output: { 201: { body: { id: Joi.number().required(), name: Joi.string() } } },
    },
    handler: [countVisit, async (ctx) => { ctx.status = 201; ctx.body = { id: 7, name: ctx.request.body.name }; }],
  },
  {
    method: ['PUT', 'patch'], path: '/:fern',
    validate: { type: 'form', body: Joi.object({ shade: Joi.string().required() }), continueOnError: true },
    handler: async (ctx) => {
      if (ctx.invalid) { ctx.status = 409; ctx.body = { why: 'unclear' }; return; }
      ctx.body = { shade: ctx.request.body.shade };
    },
  },
]);
ferns.route([{ method: 'get', path: '/a/b', validate: { failure: 418, query: { q: Joi.string().required() } }, handler: async (ctx) => { ctx.body = 'x'; } }, { method: 'get', path: '/a/c', validate: { failure: 409, query: { q: Joi.string().required() } }, handler: async (ctx) => { ctx.body = 'y'; } }]);
ferns.delete('/:fern', [countVisit], async (ctx) => { ctx.status = 204; });

const app = new Koa();
app.use(ferns.middleware());
module.exports = app;
if (require.main === module) app.listen(3000);
