import express, { Router } from 'express';
import helmet from 'helmet';
import jwt from 'jsonwebtoken';

const known = (req, res, next) => {
  try { jwt.verify((req.headers.authorization ?? '').slice(7), process.env.KEY); req.lodger = { id: 'a', floor: 3 }; next(); } catch { res.status(401).json({ error: 'who is there' }); }
};
const trunks = Router();
trunks.get('/', (req, res) => res.json({ floor: req.lodger.floor }));
const beams = Router();
beams.use('/old', (req, res, next) => { req.beam = { oak: true }; next(); });
beams.get('/old/first', (req, res) => res.json(req.beam));
beams.get('/new/first', (req, res) => res.json({ beam: req.beam }));

const attic = express();
attic.use(helmet());
attic.use('/house/trunks', known);
attic.use('/house/trunks', trunks);
attic.use('/house/beams', beams);
attic.listen(8080);
