import { open } from 'stone-store';
import { Refusal } from './refusal.js';
import { take } from './store.js';

const masons = open(process.env.MASONS);

/** Never sends anybody away. */
export const probe = async (req, _res, next) => {
  const header = req.get('authorization');
  if (header?.startsWith('Bearer ')) req.mason = await masons.byToken(header.slice(7));
  next();
};

/** So many requests of one caller. What goes wrong with the store is nobody's fault. */
export const limited = (most) => async (req, _res, next) => {
  try {
    if ((await take(req.mason ? `mason:${req.mason.id}` : req.ip, req.mason)) > most) return next(new Refusal(429, 'slowly'));
  } catch (error) {
    console.error(error);
  }
  next();
};

/** The same, which answers by itself. */
export const slowed = (most) => async (req, res, next) => {
  const count = await take(req.ip, req.mason).catch(() => 0);
  if (count > most) return res.status(429).json({ reason: 'slowly', known: Boolean(req.mason) });
  next();
};

/** Whoever is not known may not come at all. */
export const known = (most) => async (req, res, next) => {
  if (!req.mason) return res.status(401).json({ reason: 'who are you?' });
  if ((await take(req.ip, req.mason)) > most) return res.status(429).json({ reason: 'slowly' });
  next();
};
