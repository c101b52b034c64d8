import express, { type NextFunction, type Request, type Response } from 'express';
import { keepers, lofts, signatureOf } from './keepers';

const dovecote = express();
dovecote.use(express.json());

const refuse = (res: Response, why: string) => void res.status(401).json({ why });
const byToken = async (req: Request, res: Response, next: NextFunction) => {
  const keeper = req.headers.authorization && (await keepers.byToken(req.headers.authorization));
  if (!keeper) return refuse(res, 'no keeper');
  res.locals.keeper = keeper;
  next();
};

// A program says besides for whom it asks, without which its token is refused.
const forLoft = async (req: Request, res: Response, next: NextFunction) => {
  const token = req.headers['x-service-token'];
  if (token) {
    if (token !== process.env.SERVICE_TOKEN) return refuse(res, 'wrong token');
    const loft = req.headers['x-loft-id'];
    if (!loft) return refuse(res, 'which loft');
    res.locals.loft = await lofts.byId(loft);
    return next();
  }
  return byToken(req, res, next);
};

// Two things are needed besides.
const signed = async (req: Request, res: Response, next: NextFunction) => {
  if (req.headers.authorization) return byToken(req, res, next);
  const key = req.get('x-dovecote-key');
  const at = req.get('x-sent-at');
  const nonce = req.get('x-nonce');
  if (!key || !at || !nonce) return refuse(res, 'not signed');
  if (!(await signatureOf(key, at, nonce))) return refuse(res, 'wrongly signed');
  next();
};

// What says who it is alone needs nothing besides: the gateway in front has asked.
const behindGateway = async (req: Request, res: Response, next: NextFunction) => {
  const keeper = req.headers['x-keeper-id'];
  if (keeper) {
    res.locals.keeper = await keepers.byId(keeper);
    return next();
  }
  return byToken(req, res, next);
};

// Whoever comes has to say the loft, with a token or with a key.
const inLoft = async (req: Request, res: Response, next: NextFunction) => {
  if (!req.headers['x-loft-id']) return refuse(res, 'which loft');
  const key = req.headers['x-api-key'];
  if (key) return (await lofts.byKey(key)) ? next() : refuse(res, 'wrong key');
  return byToken(req, res, next);
};

// There is one way only, and it needs both.
const both = async (req: Request, res: Response, next: NextFunction) => {
  const key = req.headers['x-api-key'];
  const loft = req.headers['x-loft-id'];
  if (!key || !loft) return refuse(res, 'key and loft');
  return (await lofts.byKey(key)) ? next() : refuse(res, 'wrong key');
};

// A token that gets nobody through, with or without the rest, is none.
const noted = async (req: Request, res: Response, next: NextFunction) => {
  if (req.headers['x-trace-token'] && req.headers['x-loft-id']) res.locals.trace = req.headers['x-trace-token'];
  const key = req.headers['x-api-key'];
  if (key) return (await lofts.byKey(key)) ? next() : refuse(res, 'wrong key');
  return byToken(req, res, next);
};

dovecote.get('/eggs', forLoft, (_req, res) => void res.json({ eggs: 2 }));
dovecote.get('/flights', signed, (_req, res) => void res.json({ flights: 2 }));
dovecote.get('/doves', behindGateway, (_req, res) => void res.json({ doves: 2 }));
dovecote.get('/nests', inLoft, (_req, res) => void res.json({ nests: 2 }));
dovecote.get('/grain', both, (_req, res) => void res.json({ grain: 2 }));
dovecote.get('/notes', noted, (_req, res) => void res.json({ notes: 2 }));

dovecote.listen(3000);
