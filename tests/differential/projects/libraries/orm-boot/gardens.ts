import { Router } from 'express';
import passport from 'passport';
export const gardens = Router();
gardens.use(passport.initialize());
gardens.post('/', passport.authenticate('jwt', { session: false }), (req, res) => { res.end(); });
