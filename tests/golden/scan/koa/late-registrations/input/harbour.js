const Koa = require('koa');
const Router = require('@koa/router');

const answer = async (ctx) => { ctx.body = {}; };

const hold = new Router();
hold.get('/before', answer);
const deck = new Router();
deck.use('/deck', hold.routes());
// The copy in deck does not have it; an application that dispatches to hold does.
hold.get('/after', answer);
// A prefix applies to what is there and to what comes.
deck.get('/rail', answer);
deck.prefix('/ship');
deck.get('/mast', answer);

const port = new Koa();
port.use(deck.routes());
port.use(hold.routes());
hold.get('/much-later', answer);
port.listen(4000);
