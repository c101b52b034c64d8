import express from 'express';
import { list, open } from './birds.js';

const aviary = express();
aviary.get('/birds', list);
aviary.post('/cages/:cage/open', open);
aviary.listen(3000);
