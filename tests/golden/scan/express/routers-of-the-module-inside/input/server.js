import express from 'express';
import Router from 'express/lib/router';
import { beams } from './beams.cjs';

const barn = express();
const lofts = Router();
lofts.get('/', (req, res) => res.json([]));
lofts.post('/:loft', express.json(), (req, res) => res.status(201).json({ loft: req.params.loft, hay: req.body.hay }));

barn.use('/lofts', lofts);
barn.use('/beams', beams);
barn.listen(7602);
