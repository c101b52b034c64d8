// Strategies that are the program's own say by what they do with the request what a client has to have.
import Fastify from 'fastify';
import passport from '@fastify/passport';
import secureSession from '@fastify/secure-session';
import { Strategy as Custom } from 'passport-custom';
import { Strategy as Jwt, ExtractJwt } from 'passport-jwt';
import { findWatcher } from './watchers.js';

const dome = Fastify();
dome.register(secureSession, { cookieName: 'night', key: Buffer.from(process.env.NIGHT_KEY ?? '', 'hex') });
dome.register(passport.initialize());
dome.register(passport.secureSession());

// Who is logged in.
passport.use('watch', new Custom((req, done) => done(null, req.isAuthenticated() ? req.user : false)));
passport.use(
  'watch-by-user',
  new Custom(async (req, done) => {
    if (!req.user) return done(null, false);
    done(null, { name: req.user.name });
  }),
);
// A header of the program's own.
passport.use(
  'instrument',
  new Custom((req, done) => {
    const key = req.headers['x-instrument-key'];
    if (!key) return done(null, false);
    findWatcher(key).then((watcher) => done(null, watcher));
  }),
);
// Whoever comes is somebody.
passport.use('visitor', new Custom((req, done) => done(null, { visitor: true, from: req.headers['x-visitor-key'] ?? 'anywhere' })));
// Of a package: what it is for, its name says.
passport.use('letter', new Jwt({ jwtFromRequest: ExtractJwt.fromAuthHeaderAsBearerToken(), secretOrKey: process.env.SEAL }, (claims, done) => done(null, claims)));

passport.registerUserSerializer(async (watcher) => watcher.id);
passport.registerUserDeserializer(async (id) => ({ id: Number(id), stars: 4 }));

dome.get('/watch', { preHandler: passport.authenticate('watch') }, async () => ({ open: true }));
dome.get('/watch/user', { preValidation: passport.authenticate('watch-by-user') }, async (req) => ({ name: String(req.user.name) }));
dome.get('/instrument', { preHandler: [passport.authenticate('instrument', { authInfo: false })] }, async () => ({ pointing: 12 }));
dome.get('/visitor', { preHandler: passport.authenticate('visitor') }, async (req) => ({ visitor: req.user.visitor }));
dome.get('/letter', { preHandler: passport.authenticate('letter') }, async () => ({ read: true }));
dome.get('/either', { preHandler: passport.authenticate(['letter', 'session']) }, async () => ({ read: true }));
dome.get('/sent-away', { preHandler: passport.authenticate('watch', { failureRedirect: '/gate' }) }, async () => ({ open: true }));
// Takes whoever is logged in out of the session, and refuses nobody.
dome.get('/session', { preHandler: passport.authenticate('session') }, async (req) => ({ stars: req.user ? req.user.stars : 0 }));
dome.get('/sky', async () => ({ clouds: 0 }));
dome.listen({ port: 4700 });
