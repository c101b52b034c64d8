import express from 'express';
import { threads } from './threads';

const loom = express();
loom.use('/threads', threads);
loom.listen(3000);
