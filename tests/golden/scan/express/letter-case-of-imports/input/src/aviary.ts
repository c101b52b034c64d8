// Three ways to name a file in other letters than the disk does, and two that are right: a relative path, an emitted name in a folder of
// another spelling, an alias of the tsconfig; the spelling of the disk says nothing, and a file that is not there in any letters is missing.
import express from 'express';
import { perches } from '@perches/perchRoutes'; //~ evaluator/letter-case
import { nests } from './Nests/nestRoutes.js'; //~ evaluator/letter-case
import { eggs } from './nests/eggRoutes';
import { feathers } from './nests/featherRoutes'; //~ evaluator/missing-module

const loft = express();
loft.use('/perches', perches);
loft.use('/nests', nests);
loft.use('/eggs', eggs);
loft.use('/seeds', require('../lib/SEEDS')); //~ evaluator/letter-case
loft.use('/feathers', feathers); //~ express/unknown-middleware
loft.listen(4000);
