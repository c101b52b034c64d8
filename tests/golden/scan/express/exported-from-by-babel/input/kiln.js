import express from 'express';
import main, { bake, cool, warm } from './handlers';

const kiln = express();
kiln.get('/bake', bake);
kiln.get('/cool', cool);
kiln.get('/warm', warm);
kiln.get('/main', main);
kiln.listen(4132);
