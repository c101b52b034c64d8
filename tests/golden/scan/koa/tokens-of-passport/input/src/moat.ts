import Koa from 'koa';
import Router from '@koa/router';
import passport from 'koa-passport';
import { Strategy, type StrategyOptions } from 'passport-jwt';

function fromCookie(request: any): string | null { return request.cookies['moat'] ?? null; }
const options: StrategyOptions = { jwtFromRequest: fromCookie, secretOrKey: process.env.SECRET! };
passport.use(new Strategy(options, async (claims, done) => { done(null, { knight: true }); }));
const router = new Router();
router.get('/bridge', passport.authenticate('jwt', { session: false }), (ctx) => { ctx.body = { down: true }; });
new Koa().use(passport.initialize()).use(router.routes()).listen(4000);
