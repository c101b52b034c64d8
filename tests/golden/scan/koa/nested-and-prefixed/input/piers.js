const Router = require('@koa/router');

exports.PIERS = [{ code: 'a1', depth: 4 }, { code: 'b2', depth: 9 }];

exports.berth = (pier) => {
  const slips = new Router();
  slips.get('/', async (ctx) => { ctx.body = pier; });
  if (pier.depth > 5) slips.post('/tugs', async (ctx) => { ctx.status = 201; });
  return slips;
};
