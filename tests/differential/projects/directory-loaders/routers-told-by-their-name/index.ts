import express, { Router } from 'express';
import path from 'node:path';
import { gather } from './lib/gather';

const app = express();
const hedge = Router({ mergeParams: true });
gather(path.join(__dirname, 'berries', '/'), (name: string, file: string) => {
  let found = require(file);
  if (found.default) found = found.default;
  if (found?.prototype?.constructor?.name !== 'router') return;
  hedge.use(name, found);
});
if (app.name === 'app' && hedge.name === 'router' && typeof hedge === 'function') app.use('/hedge', hedge);
app.listen(3000);
