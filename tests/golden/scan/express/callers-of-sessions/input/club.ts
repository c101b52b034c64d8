import express from 'express';
import session from 'express-session';
import passport from 'passport';
import { Strategy as GoogleStrategy } from 'passport-google-oauth20';

interface Guest { id: number; mail: string }
const guests = new Map<number, Guest>();
const lookUp = async (id: number): Promise<Guest> => ({ id, mail: `${id}@club` });

passport.use(new GoogleStrategy({ clientID: 'a', clientSecret: 'b', callbackURL: '/back' }, (accessToken, refreshToken, profile, done) => { done(null, { id: 1, mail: String(profile.emails[0].value) }); }));
passport.serializeUser((guest, done) => done(null, (guest as Guest).id));
passport.deserializeUser(async (id: number, done) => { done(null, await lookUp(id)); });

const club = express();
club.use(session({ secret: 'x' }));
club.use(passport.initialize());
club.use(passport.session());
const inside: express.RequestHandler = (request, response, next) => { if (!request.isAuthenticated()) { response.status(401).json({ out: true }); return; } next(); };

club.get('/bar', inside, (request, response) => { response.json({ guest: request.user }); });
club.get('/whoami', (request, response) => { response.json({ mail: request.user ? (request.user as Guest).mail : null }); });
club.get('/back', passport.authenticate('google'), (request, response) => { response.json(request.user); });
club.listen(8080);
