// Editors import packages by the place where they are installed: in a checkout without them they are the packages all the same.
import express from '../node_modules/express/index.js';
import { Router } from '../node_modules/express';
import cors from '../node_modules/cors';
import handled from '../node_modules/express-async-handler';
import tides from '../node_modules/tides/index.js'; //~ evaluator/missing-module

const quay = express();
const boats = Router();
boats.get('/', handled(async (req, res) => res.json({ boats: [] })));
quay.use('/boats', cors(), boats);
// No manifest lists it: nobody will find it there.
quay.use('/tides', tides); //~ express/unknown-middleware
quay.listen(3600);
