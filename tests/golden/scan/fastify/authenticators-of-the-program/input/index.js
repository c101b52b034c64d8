import Fastify from 'fastify';
import secureSession from '@fastify/secure-session';
import { Authenticator } from '@fastify/passport';
import { ExtractJwt, Strategy } from 'passport-jwt';

const quarry = Fastify();
const gate = new Authenticator();
quarry.register(secureSession, { key: process.env.SESSION_KEY });
quarry.register(gate.initialize());
quarry.register(gate.secureSession());
gate.use(
  'badge',
  new Strategy({ jwtFromRequest: ExtractJwt.fromAuthHeaderAsBearerToken(), secretOrKey: 'chalk' }, (claims, done) =>
    done(null, { id: claims.sub, shift: Number(claims.shift) }),
  ),
);

quarry.get('/blocks/mine', { preValidation: gate.authenticate('badge', { session: false }) }, async (request) => ({ shift: request.user.shift }));
quarry.get('/blocks', async () => ({ open: true }));
quarry.listen({ port: 3000 });
