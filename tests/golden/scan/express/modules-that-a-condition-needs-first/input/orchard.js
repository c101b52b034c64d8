// A module that an undecided condition is the first to need was there before it: what the condition changes of it holds under the condition only.
import os from 'node:os';
import express from 'express';
import { extend, ladder, place } from './ladders.js';
import { rungs } from './rungs.js';

const orchard = express();
if (os.cpus().length > 4) extend();

orchard.get(`${place()}/apples`, (req, res) => res.status(ladder.tall ? 200 : 404).json({ apples: 3 }));
if (ladder.tall) orchard.get('/view', (req, res) => res.json({ far: true }));
for (const rung of rungs) orchard.get(`/rungs/${rung}`, (req, res) => res.json({ rung }));
orchard.listen(3000);
