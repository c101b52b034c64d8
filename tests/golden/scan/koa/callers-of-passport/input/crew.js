const Koa = require('koa');
const Router = require('@koa/router');
const passport = require('koa-passport');
const BearerStrategy = require('passport-http-bearer').Strategy;

passport.use(new BearerStrategy((token, done) => { done(null, { ship: 'Ada', deck: 3 }); }));
const crew = new Koa();
const decks = new Router();
decks.get('/mine', passport.authenticate('bearer', { session: false }), (ctx) => { ctx.body = { deck: ctx.state.user.deck, ship: ctx.state.user.ship }; });
crew.use(passport.initialize());
crew.use(decks.routes());
crew.listen(8080);
