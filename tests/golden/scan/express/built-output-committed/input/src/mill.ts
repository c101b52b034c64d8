import express from 'express';
import { sails } from './sails';

const mill = express();
mill.use('/sails', sails);
mill.get('/wind', (_req, res) => { res.json({ knots: 12 }); });
mill.listen(4013);
