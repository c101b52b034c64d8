import express from 'express';
import { attach, prefix } from './stoat';
const whole = require('./ermine');

const app = express();
attach(app);
app.use(prefix, whole(express.Router()));
app.listen(1);
