import express from 'express';
import './features/index.js';
import { Registry } from './registry.js';
const app = express();
Registry.instance.sorted().forEach(([name, build]) => app.use(`/${name}`, build()));
app.listen(1);
