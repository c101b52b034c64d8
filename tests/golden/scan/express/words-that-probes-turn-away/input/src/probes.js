import { growers } from './growers.js';

/** Passes over `Basic`, which is not for it. */
export const probe = async (req, _res, next) => {
  const header = req.get('authorization');
  if (typeof header === 'string' && !header.startsWith('Basic ')) {
    const token = header.replace(/^Bearer\s+/i, '').trim();
    if (token.length > 0) req.grower = await growers.byToken(token);
  }
  next();
};

/** The same, which leaves at once; a key in the body does as well. */
export const early = async (req, res, next) => {
  const { authorization } = req.headers;
  if (req.body?.access_token) res.locals.picker = await growers.byToken(req.body.access_token);
  if (!authorization || /^basic /i.test(authorization)) return next();
  const [kind, token] = authorization.split(' ');
  if (kind.toLowerCase() === 'bearer') res.locals.picker = await growers.byToken(token);
  next();
};

/** Passes over `Bearer`. */
export const named = async (req, _res, next) => {
  const header = req.headers.authorization ?? '';
  if (header && !header.startsWith('Bearer ')) {
    const [name, password] = Buffer.from(header.replace(/^Basic /, ''), 'base64').toString().split(':');
    req.presser = await growers.byPassword(name, password);
  }
  next();
};

/** Takes either. */
export const either = async (req, _res, next) => {
  const header = req.headers.authorization ?? '';
  if (header.startsWith('Basic ')) {
    const [name, password] = Buffer.from(header.slice(6), 'base64').toString().split(':');
    req.owner = await growers.byPassword(name, password);
  } else if (header.startsWith('Bearer ')) {
    req.owner = await growers.byToken(header.slice(7));
  }
  next();
};

export const needs = (who) => (req, res, next) => {
  if (!(req[who] ?? res.locals[who])) return res.status(401).json({ reason: `no ${who}` });
  next();
};
