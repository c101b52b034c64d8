import express from 'express';
import cors from 'cors';
import meadows from 'areas/meadows';
import { stamped } from 'toolbox/stamped';
import ponds from '@parts/ponds';
import counted from 'kit/counted';

const farm = express();
farm.use(cors());
farm.use(stamped);
farm.use(counted);
farm.use('/meadows', meadows);
farm.use('/ponds', ponds);
farm.listen(4010);
