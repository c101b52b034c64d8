import 'reflect-metadata';
import express from 'express';
import passport from 'passport';
import { ExtractJwt, Strategy } from 'passport-jwt';
import { InversifyExpressServer } from 'inversify-express-utils';
import { container } from './container';
import './parcels';

passport.use(
  new Strategy({ jwtFromRequest: ExtractJwt.fromAuthHeaderAsBearerToken(), secretOrKey: 'k' }, (claims: any, done: any) => done(null, claims)),
);

const server = new InversifyExpressServer(container);
server.setConfig((app) => {
  app.use(express.json());
});
server.build().listen(3000);
