import express from 'express';
import asyncHandler from 'express-async-handler';
import watered from './watered.mjs';
import dry from './dryness.mjs';
import lit from './lit.mjs';
import beds from './beds.cjs';
import gate from './gate.mjs';
import freeOf from './pests.mjs';
import shears from './shears.cjs';
import * as citrus from './citrus.mjs';

const orangery = express();
const pruned = asyncHandler(async (req, res, next) => { req.pruned = true; next(); });
// A factory that wraps nothing gives its own name.
const season = (month) => (req, res, next) => (month ? next() : res.sendStatus(503));
const inMay = season('May');

orangery.get('/citrus', dry, pruned, inMay, citrus.list);
orangery.get('/citrus/:tree', watered, citrus.bag.show);
orangery.post('/citrus', ...citrus.plant);
orangery.delete('/citrus/:tree', citrus.wrap(async (req, res) => res.sendStatus(204)));
orangery.use('/beds', lit(), beds);
orangery.use('/citrus', gate);
orangery.put('/citrus/:tree', shears(4), freeOf('scale'), (req, res) => res.sendStatus(204));
orangery.listen(3000);
