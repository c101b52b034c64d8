import 'reflect-metadata';
import express from 'express';
import { harbour } from './harbour';
import { marina } from './marina';
import { quay } from './quay';

const app = express();
app.use('/harbour', harbour());
app.use('/marina', marina());
app.use('/quay', quay());
app.listen(3000);
