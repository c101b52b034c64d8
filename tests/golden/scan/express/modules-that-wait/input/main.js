import express from 'express';
import { lamps } from './lamps.js';
import { horns } from './horns.js';

// Two servers start at once. Node has run what they import before either of them begins, whatever those modules wait for.
async function inFront() {
  await Promise.resolve();
  const front = express();
  front.use('/front/lamps', lamps);
  front.use('/front/horns', horns);
  front.listen(3000);
}

async function atTheBack() {
  await Promise.resolve();
  const back = express();
  back.use('/back/lamps', lamps);
  back.use('/back/horns', horns);
  back.listen(3001);
}

void inFront();
void atTheBack();
