import Router from '@koa/router';

const trees = new Router({ prefix: '/pears' });
trees.post('/', (context) => { context.status = 201; });

export = trees;
