import express from 'express';
import { readFileSync } from 'node:fs';

const mill = express();
const stones = express.Router();
stones.get('/grain', (_request, answer) => { answer.json([]); });

const wheel = JSON.parse(readFileSync('/etc/mill.json', 'utf8')).wheel;
mill.use(wheel, stones); //~ express/dynamic-mount-path

mill.get('/sluice', (_request, answer) => { answer.end(); });
mill.listen(4105);
