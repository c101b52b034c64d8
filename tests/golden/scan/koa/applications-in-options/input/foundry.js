const Koa = require('koa');
const Router = require('@koa/router');
const { ApolloServer } = require('apollo-server-koa');
const anvil = require('anvil-store');

const foundry = new Koa();
const moulds = new Router();
moulds.get('/moulds', (ctx) => { ctx.body = { ok: true }; });
foundry.use(moulds.routes());

// In a field of the options the application is as lost as in an argument.
const schema = new ApolloServer({});
schema.applyMiddleware({ app: foundry, path: '/graph' }); //~ evaluator/object-into-package
anvil.attach(moulds); //~ evaluator/object-into-package
require(process.argv[2])({ target: foundry }); //~ evaluator/object-into-unknown

// Options without one lose nothing, whatever else is in them.
anvil.connect({ url: 'redis://localhost', name: 'foundry', retry: { times: 3 }, log: (line) => console.log(line) });

foundry.listen(3000);
