const Koa = require('koa');
const Router = require('@koa/router');
const passport = require('koa-passport');
const BearerStrategy = require('passport-http-bearer').Strategy;

passport.use(new BearerStrategy((token, done) => { done(null, { ship: 'Ada', deck: 3 }); }));
const crew = new Koa();
const decks = new Router();
decks.get('/mine', passport.authenticate('bearer', { session: false }), (ctx) => { ctx.body = { deck: ctx.state.user.deck, ship: ctx.state.user.ship }; });
// The program itself answers what a strategy says of the form.
const LocalStrategy = require('passport-local').Strategy;
passport.use(new LocalStrategy({ usernameField: 'ship' }, (ship, password, done) => { done(null, ship === 'Ada' && { ship, deck: 3 }); }));
decks.post('/aboard', (ctx, next) => passport.authenticate('local', (error, sailor) => {
  if (!sailor) ctx.throw(401, 'Nobody of this name');
  ctx.body = { deck: sailor.deck };
})(ctx, next));
crew.use(passport.initialize());
crew.use(decks.routes());
crew.listen(8080);
