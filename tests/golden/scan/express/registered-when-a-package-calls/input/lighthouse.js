import express from 'express';
import { bus } from 'foghorn-bus';
import { light, sweep } from './wiring/index.js';
import { tidy } from './chores/index.js';

const lighthouse = express();

// The package calls it when it has connected; what it registers is two files away, behind one that passes on everything.
bus.connected(async () => {
  await light(lighthouse);
});

// An object in between.
bus.define('sweep', {
  async run() {
    sweep.over(lighthouse);
  },
});

// It registers nothing, and throws what a framework would answer with: nobody need follow it.
bus.define('tidy', async (job) => {
  await tidy(job);
});

lighthouse.listen(4400);
