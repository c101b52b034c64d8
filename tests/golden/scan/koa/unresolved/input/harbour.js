const Koa = require('koa');
const Router = require('@koa/router');
const chart = require('./chart');

const port = new Koa();
const sea = new Router();
const answer = async (ctx) => { ctx.body = {}; };
sea.use(chart.read('base'), answer); //~ koa/dynamic-mount-path
sea[chart.read('verb')]('/fog', answer); //~ koa/dynamic-method
sea.get('/gale', undefined, answer); //~ koa/missing-handler
sea.get('/calm', answer);
port.use(sea); //~ koa/router-without-routes
port.use('/sea', sea.routes()); //~ koa/path-in-application-use
port.use({ sea }); //~ koa/not-a-function
port.use(chart.read('middleware')); //~ koa/unknown-middleware
const { Portal } = require('some-router');
const portal = new Portal();
portal.get('/arrivals', answer); //~ project/unseen-registration
port.use(portal.routes()); //~ koa/unknown-router
port.use(require('koa-controllers-of-files').loadControllers('./berths/*.js')); //~ koa/unknown-router
port.use(require('koa-bodyparser')());
port.use(sea.routes());
sea.prefix('/late'); //~ koa/late-prefix
port.listen(4000);
