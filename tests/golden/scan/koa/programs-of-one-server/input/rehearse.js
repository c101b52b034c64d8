// The same server with more in front of it and one route more: only where this file is started instead.
const compress = require('koa-compress');
const Router = require('koa-router');
const ferry = require('./ferry');
const piers = require('./piers');

const drills = new Router();
drills.get('/drills', (context) => (context.body = []));

ferry.use(compress());
ferry.use(piers.routes());
ferry.use(drills.routes());
ferry.listen(3001);
