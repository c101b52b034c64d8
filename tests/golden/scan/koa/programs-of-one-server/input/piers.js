const Router = require('koa-router');

const piers = new Router({ prefix: '/piers' });
piers.get('/', (context) => (context.body = []));  //~ core/duplicate-route
piers.post('/', (context) => (context.status = 201));  //~ core/duplicate-route

module.exports = piers;
