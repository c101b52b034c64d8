import Router from '@koa/router';

const trees = new Router({ prefix: '/apples' });
trees.get('/', (context) => { context.body = ['boskoop']; });

export = trees;
