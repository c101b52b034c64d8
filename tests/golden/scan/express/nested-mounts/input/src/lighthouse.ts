import express from 'express';
import { keepers } from './keepers.js';

const lighthouse = express();
lighthouse.use(express.json());
lighthouse.use('/coast', keepers);
lighthouse.get('/beam', (_request, answer) => { answer.send('on'); });
lighthouse.listen(4100);
