import 'reflect-metadata';
import express from 'express';
import { Assembler } from './assembler';
import { WalrusController } from './walrus.controller';
const app = express();
new Assembler(app).add(WalrusController).at('/sea');
app.listen(1);
