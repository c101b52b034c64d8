// Each of these names is made a file by something else than Node: what bundlers and Jest are told, and names of editors.
import express from 'express';
import berths from 'docks/berths';
import springs from 'tides/springs';
import knots from 'woven/knots';
import cloth from 'canvas/cloth';
import wrecks from 'reef/wrecks'; //~ evaluator/unlisted-module
import 'rigging/dist/knots'; // a built file of a package that another one brings

const harbour = express();
for (const part of [berths, springs, knots, cloth, wrecks]) harbour.use(part);
harbour.listen(4129);
