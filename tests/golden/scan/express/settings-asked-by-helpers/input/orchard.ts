import config from 'config';
import express, { type Request, type Response, type NextFunction } from 'express';
import { isOn, isProduction, isSet } from './switches';

const orchard = express();

// What the default configuration has.
if (!isOn(config.press.slow)) orchard.use(function quick(_req, _res, next) { next(); });
if (isOn(config.jars.glass)) orchard.use(function glass(_req, _res, next) { next(); });
if (!isOn(process.env.ORCHARD_QUIET)) orchard.use(function loud(_req, _res, next) { next(); });
if (!isSet('ORCHARD_CLOSED')) orchard.get('/apples', (_req, res) => res.json([]));
if (!isProduction()) orchard.get('/worms', (_req, res) => res.json([]));

// What only another one has.
if (isOn(config.press.slow)) orchard.use(function slow(_req, _res, next) { next(); });
if (isOn(process.env.ORCHARD_FENCE)) orchard.use(function fence(_req, _res, next) { next(); });
if (isSet('ORCHARD_CIDER')) orchard.get('/cider', (_req, res) => res.json([]));
orchard.get('/pears', (_req, res) => res.json([]));
orchard.listen(4012);
