const Koa = require('koa');
const logger = require('koa-logger');

const ferry = new Koa();
ferry.use(logger());

module.exports = ferry;
