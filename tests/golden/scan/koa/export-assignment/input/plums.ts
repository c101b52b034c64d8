import Router from '@koa/router';

export = (_reader: unknown) => new Router().get('/plums/:kind', (context) => { context.body = context.params.kind; });
