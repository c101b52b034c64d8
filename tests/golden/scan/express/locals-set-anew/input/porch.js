import express from 'express';
import jwt from 'jsonwebtoken';
import { get } from 'lodash';

const verified = (token) => { try { return { decoded: jwt.verify(token, process.env.KEY) }; } catch { return { decoded: null }; } };
const whoIsThere = (req, res, next) => {
  const token = get(req, 'headers.authorization', '').replace(/^Bearer\s/, '');
  if (!token) return next();
  const { decoded } = verified(token);
  if (decoded) res.locals = { user: decoded };
  return next();
};
const known = (req, res, next) => {
  const user = res.locals ? res.locals.user : null;
  if (!user) return res.status(401).json({ message: 'who is there' });
  return next();
};
const porch = express();
porch.use(express.json());
porch.use(whoIsThere);
porch.get('/bench', known, (req, res) => res.json({ for: res.locals.user.name }));
porch.get('/lamp', (req, res) => res.json({ lit: true }));
porch.listen(8088);
