// Node looks for every file that an import or an export names, whether anybody asks it for something or not.
import express from 'express';
import { swim } from './fish.js';
import { sonar } from './sonar.js'; //~ evaluator/missing-module
// Only types: TypeScript leaves these out.
import { Depth } from './depths.js';
import type { Tide } from './tides.js';

const shoal = express();
shoal.get('/fish', swim);
shoal.get('/echo', (req, res) => {
  const depth: Depth = sonar(req.query.at);
  const tide: Tide | null = null;
  res.json({ depth, tide });
});
shoal.listen(3000);
