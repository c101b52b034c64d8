import Router from '@koa/router';

const quinces = new Router().get('/quinces', (context) => { context.body = []; });
const medlars = new Router().get('/medlars', (context) => { context.body = []; });

export = { quinces, medlars };
